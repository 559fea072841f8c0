import type { TargetName } from '../schema/release.js'
import { toPathKey, compareDiagnostics, formatPath, toDiagnostics } from '../document/diagnostic.js'
import { toPlainData } from '../schema/check-data.js'
import type { Diagnostic, Finding, Path } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { listEffective } from '../config/effective.js'
import { fix } from '../fix/fix.js'
import { isAboutIgnoredKeys } from '../lint/catalog.js'
import { lint } from '../lint/lint.js'
import type { Json, JsonMap } from '../document/record.js'
import type { Model } from '../schema/model.js'
import { findModel } from '../schema/model.js'
import { toJsonMap } from '../document/record.js'
import { toDiagnostic } from './answers.js'
import { insertComments, listComments } from './keep-comments.js'
import { removePaths, removeDefaults } from './tidy.js'
import { formatRouterFile } from './format-file.js'

/** Generators, each with a pattern for a comment that it writes into every file. */
const generators: readonly (readonly [name: string, commentPattern: RegExp])[] = [
  [
    'ziti create config router',
    /bindings of edge and tunnel requires an "?edge"? section below|#\s*tproxy\|host/,
  ],
  [
    'the Helm chart ziti-router',
    /SetZitiRouterIdentity|router control plane API|not providing incoming links to other routers/,
  ],
]

/**
 * Matches comments that generators write and that an import drops: known sentences, empty comments, and keys and items
 * commented out right after `#` or after several spaces. A key that is commented out after one space counts as written
 * by a user.
 */
const generatedCommentPattern =
  /^#(?:(?! \S)\s*(?:[\w.-]+:.*|- .*)?|\s*(?:tproxy\|host|bindings of edge and tunnel|expected filename|router control plane|When 'transport'|not providing incoming|join the mesh).*)$/

const isUserComment = (comment: string): boolean => !generatedCommentPattern.test(comment)

/**
 * A file of another generator, rewritten as `generate` would write it. `changes` reports the differences, at their
 * ranges in the old text.
 */
export type Adopted =
  | {
      /** Whether the file could be imported. */
      ok: true
      /** The new file. */
      text: string
      /** The program that wrote the old file, if it is known. */
      generator?: string
      /** The changes: findings that the new file no longer has, and omitted defaults, in the order of the old text. */
      changes: Diagnostic[]
    }
  | {
      /** Whether the file could be imported. */
      ok: false
      /** Why the file could not be imported. */
      diagnostics: Diagnostic[]
    }

/**
 * Adopts a router file of another generator: removes defaults, commented-out keys, and keys that the release does not
 * read; rewrites deprecated forms; and keeps the comments of users, and every value that the router uses.
 */
export function importRouterFile(text: string, { target }: { target?: TargetName } = {}): Adopted {
  const model = findModel(target)
  const options = target === undefined ? {} : { target }
  const findings = lint(text, options)
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (!model || errors.length > 0) return { ok: false, diagnostics: errors }
  const formatEffectiveValues = (file: string): string =>
    JSON.stringify(listEffective(file, options).map(({ path, value }) => [path, value]))
  const fixedText = fix(text, options).text
  const { data, defaults } = toPrunedData(fixedText, model)
  const textWithoutComments = formatRouterFile(data, { schema: model.schema, texts: undefined })
  const importedText = insertComments(
    textWithoutComments,
    listComments(parseDocument(fixedText), isUserComment),
  )
  const remainingFindings = lint(importedText, options)
  if (
    formatEffectiveValues(importedText) !== formatEffectiveValues(text) ||
    remainingFindings.some(({ severity }) => severity === 'error')
  ) {
    return {
      ok: false,
      diagnostics: [
        toDiagnostic({
          rule: 'import',
          severity: 'error',
          path: [],
          message:
            'the file contains settings that would be lost; use `routerfile fix` to fix the file itself',
        }),
      ],
    }
  }
  const document = parseDocument(text)
  const remainingKeys = new Set(
    remainingFindings.map(({ rule, path }) => JSON.stringify([rule, path])),
  )
  const changes = [
    ...findings.filter(({ rule, path }) => !remainingKeys.has(JSON.stringify([rule, path]))),
    ...toDiagnostics(
      text,
      defaults.map((path) => createDefaultNotice(document, path)),
    ),
  ]
  const generator = generators.find(([, commentPattern]) => commentPattern.test(text))?.[0]
  return {
    ok: true,
    text: importedText,
    ...(generator !== undefined && { generator }),
    changes: changes.sort(compareDiagnostics),
  }
}

/**
 * The data of a file, without defaults and without keys that the release does not read; `defaults` lists the paths of
 * the omitted defaults.
 */
function toPrunedData(text: string, model: Model): { data: JsonMap; defaults: Path[] } {
  const document = parseDocument(text)
  const allData = document.root ? toJsonMap(toPlainData(document, document.root)) : {}
  const ignoredFindings = lint(text, { target: model.release }).filter(({ rule }) =>
    isAboutIgnoredKeys(rule),
  )
  const dataInUse = toJsonMap(
    removePaths(
      allData,
      ignoredFindings.map(({ path }) => path),
    ),
  )
  // Without `heartbeatIntervalSeconds`, the router logs that it is not set.
  const edge = dataInUse['edge']
  const completeData =
    edge === undefined
      ? dataInUse
      : { ...dataInUse, edge: { heartbeatIntervalSeconds: 60, ...toJsonMap(edge) } }
  const data = removeDefaults(completeData, Object.keys(completeData), model)
  const keptPaths = new Set(listLeaves(data).map(toPathKey))
  return {
    data,
    defaults: listLeaves(completeData).filter((path) => !keptPaths.has(toPathKey(path))),
  }
}

function listLeaves(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, item]) =>
    listLeaves(item, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}

const createDefaultNotice = (document: Document, path: Path): Finding => ({
  rule: 'import',
  severity: 'info',
  path,
  message: `\`${formatPath(path)}\` is the default and is omitted`,
  span: document.findSpan(path, 'key'),
})
