import type { Diagnostic as LspDiagnostic, DiagnosticTag, Range } from 'vscode-languageserver'
import type { Diagnostic, Severity } from '../src/document/diagnostic.js'
import { createFileDiagnostic, toSpan } from '../src/document/diagnostic.js'
import { groupBy } from '../src/document/group.js'
import { formatCount } from '../src/document/words.js'
import { isRecord, toRecord } from '../src/document/record.js'
import { positionsIn } from '../src/language/index.js'
import { getTraits } from '../src/lint/catalog.js'
import type { KeyStatus } from '../src/lint/rule.js'
import type { FleetFinding } from '../src/lint/fleet/fleet.js'
import type { TemplateLanguage } from '../src/template/language.js'
import { describeTooComplicated } from '../src/template/language.js'
import { lintTemplate } from '../src/template/lint-template.js'
import type { LspClient } from './client.js'
import { findConfigurationMistakes, openConfiguration } from './configurations.js'
import type { Converter } from './convert.js'
import { createConverter } from './convert.js'
import type { OpenDocument } from './documents.js'
import type { EmbeddedFiles } from './embedded-files.js'
import type { FileFindings } from './file-findings.js'
import type { Machine } from './machine.js'
import type { RouterFiles, OpenRouterFile } from './router-files.js'
import { findTemplateLanguage } from './router-files.js'
import type { EditorSettingsStore } from './settings.js'
import { decodeFileName } from './documents.js'

/** Finds the problems of an open text as LSP diagnostics, at most `maxDiagnostics`. */
export type FindDiagnostics = (document: OpenDocument) => LspDiagnostic[]

type DiagnosticsDeps = {
  client: LspClient
  machine: Machine | undefined
  settings: EditorSettingsStore
  routerFiles: RouterFiles
  embeddedFiles: EmbeddedFiles
  fileFindings: FileFindings
}

/**
 * Creates a function that checks a document as a router file, a routerfile config file, a template, or a file with
 * router files in its strings. Other documents have no diagnostics.
 */
export const createDiagnosticsFinder =
  ({
    client,
    machine,
    settings,
    routerFiles,
    embeddedFiles,
    fileFindings,
  }: DiagnosticsDeps): FindDiagnostics =>
  (document) => {
    const findEmbedded = (): LspDiagnostic[] =>
      toLspDiagnostics(
        embeddedFiles.list(document).map(({ uri, outer, findDiagnostics }) => ({
          file: { uri, convert: outer },
          diagnostics: findDiagnostics(),
        })),
        client,
      )
    const file = routerFiles.get(document)
    if (file) return toLspDiagnostics([{ file, diagnostics: fileFindings.find(file) }], client)
    const configuration = openConfiguration(document, client)
    if (configuration)
      return toLspDiagnostics(
        [
          {
            file: configuration,
            diagnostics: findConfigurationMistakes(
              configuration,
              machine,
              settings.settingsFor(configuration.uri),
            ),
          },
        ],
        client,
      )
    return checkTemplate(document, { client, routerFiles }) ?? findEmbedded()
  }

/** Maximum number of diagnostics of a document: nobody reads more, and editors become slow. */
const maxDiagnostics = 1000

/**
 * The diagnostics of a document or of a router file inside it, with the URI of the document and the converter for the
 * positions of the diagnostics.
 */
type FileDiagnostics = {
  file: Pick<OpenRouterFile, 'uri' | 'convert'>
  diagnostics: readonly Diagnostic[]
}

/**
 * Converts diagnostics to LSP. If there are more than `maxDiagnostics`, one diagnostic with a count replaces the least
 * severe.
 */
export function toLspDiagnostics(
  files: readonly FileDiagnostics[],
  client: LspClient,
): LspDiagnostic[] {
  const allDiagnostics = files.flatMap(({ file, diagnostics }) =>
    diagnostics.map((item): ConvertibleDiagnostic => ({
      item,
      toLsp: (shown) => toLspDiagnostic(shown, { ...file, client }),
    })),
  )
  const convert = ({ item, toLsp }: ConvertibleDiagnostic): LspDiagnostic => toLsp(item)
  if (allDiagnostics.length <= maxDiagnostics) return allDiagnostics.map(convert)
  const bySeverity = allDiagnostics.toSorted(
    (left, right) => lspSeverities[left.item.severity] - lspSeverities[right.item.severity],
  )
  const leastSevere = bySeverity.slice(maxDiagnostics - 1)
  const omittedDiagnostics = new Set(leastSevere)
  return [
    ...allDiagnostics.filter((one) => !omittedDiagnostics.has(one)).map(convert),
    ...summarizeOmitted(leastSevere),
  ]
}

type ConvertibleDiagnostic = { item: Diagnostic; toLsp: (item: Diagnostic) => LspDiagnostic }

type SeverityCounts = Partial<Record<Severity, number>>

/** Creates one diagnostic that counts those that are not sent, at the position of the most severe of them. */
function summarizeOmitted(omittedDiagnostics: readonly ConvertibleDiagnostic[]): LspDiagnostic[] {
  const [worst] = omittedDiagnostics
  if (!worst) return []
  const groups = groupBy(omittedDiagnostics, ({ item }) => item.severity)
  const counts: SeverityCounts = Object.fromEntries(
    [...groups].map(([severity, { length }]) => [severity, length]),
  )
  const { severity, range } = worst.item
  const file = createFileDiagnostic(
    'more-findings',
    `${formatCount(omittedDiagnostics.length, 'more finding')} from here on ${omittedDiagnostics.length === 1 ? 'is' : 'are'} not listed.`,
  )
  return [
    { ...worst.toLsp({ ...file, severity, range }), data: { rule: file.rule, path: [], counts } },
  ]
}

/** Counts the findings of a severity, including those that are only counted in a summary. */
export const countFindings = (diagnostics: readonly LspDiagnostic[], severity: Severity): number =>
  diagnostics.reduce((sum, item) => {
    const { counts } = toRecord(item.data)
    if (!isRecord(counts)) return sum + (item.severity === lspSeverities[severity] ? 1 : 0)
    const count = counts[severity]
    return sum + (typeof count === 'number' ? count : 0)
  }, 0)

/**
 * Finds problems of a template that occur with any values; undefined if the text is not a template of a router file.
 */
function checkTemplate(
  document: OpenDocument,
  { client, routerFiles }: Pick<DiagnosticsDeps, 'client' | 'routerFiles'>,
): LspDiagnostic[] | undefined {
  const { uri, text } = document
  const template = findTemplateLanguage(document)
  if (!template) return undefined
  const { options, checks, isExcluded } = routerFiles.optionsFor(uri)
  if (isExcluded) return []
  const host = routerFiles.hostFor(uri, checks)
  const convert = createConverter(positionsIn(text()), client.encoding)
  const run = lintTemplate(text(), template, options, { host })
  const diagnostics = run.isTooComplicated
    ? [createUncheckedDiagnostic({ uri, text }, template)]
    : run.diagnostics
  return toLspDiagnostics([{ file: { uri, convert }, diagnostics }], client)
}

/** Creates the finding for a template that is too complex to check. Without it, the template would seem correct. */
function createUncheckedDiagnostic(
  { uri, text }: Pick<OpenDocument, 'uri' | 'text'>,
  template: TemplateLanguage,
): Diagnostic {
  const why = describeTooComplicated(decodeFileName(uri), text(), template)
  return { ...createFileDiagnostic('too-complicated', `The template is ${why}`), severity: 'info' }
}

const lspSeverities = { error: 1, warning: 2, info: 3 } as const satisfies Record<Severity, number>

const unnecessary: DiagnosticTag = 1
const deprecated: DiagnosticTag = 2

/** Tags for unused and deprecated keys: editors gray out the former and strike through the latter. */
const tagsByStatus: Readonly<Record<KeyStatus, readonly DiagnosticTag[]>> = {
  unknown: [],
  unread: [unnecessary],
  obsolete: [deprecated, unnecessary],
  deprecated: [deprecated],
  ineffective: [unnecessary],
  overridden: [unnecessary],
}

function listTags(rule: string): readonly DiagnosticTag[] {
  const traits = getTraits(rule)
  if (traits.unnecessary) return [unnecessary]
  return traits.keyStatus ? tagsByStatus[traits.keyStatus] : []
}

export function toLspDiagnostic(
  { rule, severity, message, range, related, path }: Diagnostic,
  { uri, client, convert }: { uri: string; client: LspClient; convert: Converter },
): LspDiagnostic {
  const toLspRange = (place: Diagnostic['range']): Range => convert.range(toSpan(place))
  const pageUrl = client.hasCodeDescription ? client.findRulePage(rule) : undefined
  const tags = listTags(rule).filter((tag) => client.diagnosticTags.includes(tag))
  return {
    range: toLspRange(range),
    severity: lspSeverities[severity],
    code: rule,
    ...(pageUrl !== undefined && { codeDescription: { href: pageUrl } }),
    source: 'routerfile',
    message,
    ...(tags.length > 0 && { tags }),
    ...(related &&
      client.hasRelatedInformation && {
        relatedInformation: related.map((item) => ({
          location: { uri, range: toLspRange(item.range) },
          message: item.message,
        })),
      }),
    data: { rule, path },
  }
}

/**
 * Computes a hash of diagnostics: equal lists have the same id. Two sums of 32 bits make equal ids of different lists
 * unlikely, and are fast for many findings.
 */
export function createResultId(items: readonly (LspDiagnostic | FleetFinding)[]): string {
  const text = JSON.stringify(items)
  let firstSum = 5381
  let secondSum = 52711
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    firstSum = Math.imul(firstSum, 33) ^ code
    secondSum = Math.imul(secondSum, 31) + code
  }
  return [firstSum, secondSum, text.length].map((sum) => (sum >>> 0).toString(36)).join('-')
}
