import type { Fix, Range, Severity } from '../../document/diagnostic.js'
import { findLineStarts, toRange, formatPath } from '../../document/diagnostic.js'
import { memoizeLast } from '../../document/lazy.js'
import { getRuleUrl, siteUrl } from '../../schema/site.js'
import { listJsonPieces } from '../ui/text.js'
import { findRule } from '../../lint/catalog.js'
import { formatRulePage } from '../../lint/rule-page.js'
import type { FileReport } from '../../project/reports.js'
import { formatReportPath } from '../../project/reports.js'
import { createFingerprints } from './fingerprints.js'
import { toPlainFindings, toUriInRoot } from './interchange.js'
import type { OutputFormat, RunInfo } from './format.js'

const sarifSchema =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** The base id for the directory that relative paths start from, as GitHub expects it. */
const baseId = '%SRCROOT%'

type Region = { startLine: number; startColumn: number; endLine: number; endColumn: number }

const toRegion = ({ start, end }: Range): Region => ({
  startLine: start.line + 1,
  startColumn: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
})

function toLocation(root: string, path: string): { uri: string; uriBaseId?: string } {
  const { uri, isRelative } = toUriInRoot(root, path)
  return { uri, ...(isRelative && { uriBaseId: baseId }) }
}

function toSarifFixes(
  { title, edits, unsafe }: Fix,
  lineStarts: readonly number[],
  artifactLocation: object,
): object[] {
  const replacements = edits.map(({ text, ...span }) => ({
    deletedRegion: toRegion(toRange(lineStarts, span)),
    insertedContent: { text },
  }))
  return [
    {
      description: { text: title },
      artifactChanges: [{ artifactLocation, replacements }],
      ...(unsafe && { properties: { unsafe } }),
    },
  ]
}

function* createResults({
  reports,
  run: { root },
  ids,
}: {
  reports: readonly FileReport[]
  run: RunInfo
  ids: readonly string[]
}): Generator<object> {
  const createFingerprint = createFingerprints()
  const getLineStarts = memoizeLast(findLineStarts)
  for (const [index, report] of reports.entries()) {
    const location = toLocation(root, report.path)
    const artifactLocation = { ...location, index }
    for (const finding of toPlainFindings(report)) {
      const { rule, severity, message, path, range, fix, related } = finding
      yield {
        ruleId: rule,
        ruleIndex: ids.indexOf(rule),
        level: levels[severity],
        message: { text: message },
        locations: [
          {
            physicalLocation: { artifactLocation, region: toRegion(range) },
            ...((path.length > 0 || report.part !== undefined) && {
              logicalLocations: [
                { fullyQualifiedName: [report.part, formatPath(path)].filter(Boolean).join('#') },
              ],
            }),
          },
        ],
        ...(related && {
          relatedLocations: related.map((item, id) => ({
            id,
            physicalLocation: { artifactLocation, region: toRegion(item.range) },
            message: { text: item.message },
          })),
        }),
        partialFingerprints: {
          'routerfile/v1': createFingerprint(formatReportPath({ ...report, path: location.uri }), {
            rule,
            path,
            message,
          }),
        },
        ...(fix && { fixes: toSarifFixes(fix, getLineStarts(report.text), artifactLocation) }),
      }
    }
  }
}

const listRuleIds = (reports: readonly FileReport[]): string[] =>
  [...new Set(reports.flatMap(({ diagnostics }) => diagnostics.map(({ rule }) => rule)))].sort()

export const sarif: OutputFormat = {
  name: 'sarif',
  summary: 'SARIF 2.1.0, for code scanning',
  reader: 'program',

  *print(reports, run) {
    const { release, version, refused, root, summaries = {} } = run
    const ids = listRuleIds(reports)
    const notifications = refused.map((why) => ({ level: 'error', message: { text: why } }))
    const log = {
      $schema: sarifSchema,
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'routerfile',
              semanticVersion: version,
              ...(siteUrl !== undefined && { informationUri: siteUrl }),
              rules: ids.map((id) => createDescriptor(id, summaries[id])),
            },
          },
          invocations: [
            {
              executionSuccessful: refused.length === 0,
              ...(refused.length > 0 && { toolExecutionNotifications: notifications }),
            },
          ],
          originalUriBaseIds: {
            [baseId]: {
              description: {
                text: 'The folder of the repository, or the working directory.',
              },
            },
          },
          columnKind: 'utf16CodeUnits',
          newlineSequences: ['\r\n', '\n', '\r'],
          artifacts: reports.map(({ path }) => ({
            location: toLocation(root, path),
            roles: ['analysisTarget'],
            mimeType: 'application/yaml',
          })),
          results: [],
          properties: { release },
        },
      ],
    }
    yield* listJsonPieces(log, 'results', createResults({ reports, run, ids }))
    yield '\n'
  },
}

const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
}

/** Removes code fences from Markdown, but keeps the code in them. */
const toPlainText = (markdown: string): string => markdown.replaceAll(/^```.*\n/gm, '').trimEnd()

/**
 * Describes an id for SARIF. If the id is not a rule, its summary is used for all descriptions, because GitHub requires
 * them.
 */
function createDescriptor(id: string, summary: string | undefined): object {
  // Ids with a `summary` are not rules. In the SARIF bundle, `findRule` returns rules with their texts.
  const rule = summary === undefined ? findRule(id) : undefined
  const helpUri = getRuleUrl(id)
  const link = helpUri !== undefined && { helpUri }
  if (!rule) {
    const text = summary ?? id
    return {
      id,
      shortDescription: { text },
      fullDescription: { text },
      help: { text: helpUri ?? text },
      ...link,
    }
  }
  const markdown = formatRulePage(rule)
  return {
    id,
    shortDescription: { text: rule.summary },
    fullDescription: { text: `${rule.summary} ${rule.why}` },
    help: { text: toPlainText(markdown), markdown },
    ...link,
    defaultConfiguration: { level: levels[rule.severity] },
  }
}
