import { isAbsolute, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Diagnostic, Fix, Range } from '../../document/diagnostic.js'
import { isMasked } from '../../embedded/embedded-file.js'
import { getRuleUrl } from '../../schema/site.js'
import { memoizeLast } from '../../document/lazy.js'
import { createRedactor } from '../../document/secrets.js'
import type { FileReport } from '../../project/reports.js'

export type PlainFinding = {
  rule: string
  severity: Diagnostic['severity']
  message: string
  /** The page that explains the rule, if it is published. */
  url?: string
  path: Diagnostic['path']
  range: Range
  fix?: Fix
  related?: NonNullable<Diagnostic['related']>
}

const getRedactor = memoizeLast((text: string) => createRedactor(text))

/** Returns a function that tells whether a fix of the report can be shown: its title and edits have no secrets. */
function createFixTest({ text, hasSecretFreeFixes }: FileReport): (fix: Fix) => boolean {
  const redact = hasSecretFreeFixes ? undefined : getRedactor(text)
  const hasNoSecret = (part: string): boolean => !redact || redact(part) === part
  return ({ title, edits }) =>
    hasNoSecret(title) && edits.every((edit) => !isMasked(text, edit) && hasNoSecret(edit.text))
}

/**
 * The findings of a report in the form that the formats JSON, JSON Lines and SARIF share. Omits fixes that would reveal
 * a secret; `routerfile fix` can apply them.
 */
export function* toPlainFindings(report: FileReport): Generator<PlainFinding, void> {
  const canShow = createFixTest(report)
  for (const { rule, severity, message, path, range, fix, related } of report.diagnostics) {
    const url = getRuleUrl(rule)
    const finding: PlainFinding =
      url === undefined
        ? { rule, severity, message, path, range }
        : { rule, severity, message, url, path, range }
    if (fix && canShow(fix)) finding.fix = fix
    if (related) finding.related = related
    yield finding
  }
}

/** The field `part` of a report, to be spread into an object: empty if the report is about a whole file. */
export const pickPart = ({ part }: FileReport): Pick<FileReport, 'part'> =>
  part === undefined ? {} : { part }

/** A path relative to the root, with slashes; undefined for the root itself and for paths outside of it. */
function toPathBelow(root: string, path: string): string | undefined {
  const relativePath = relative(root, resolve(path))
  const isOutside =
    relativePath === '' ||
    relativePath === '..' ||
    relativePath.startsWith(`..${sep}`) ||
    isAbsolute(relativePath)
  return isOutside ? undefined : relativePath.split(sep).join('/')
}

export const getPathInRoot = (root: string, path: string): string =>
  toPathBelow(root, path) ?? resolve(path)

/** The path of a file as a URI (RFC 3986): relative to the root, or absolute for a file outside of it. */
export function toUriInRoot(root: string, path: string): { uri: string; isRelative: boolean } {
  const relativePath = toPathBelow(root, path)
  if (relativePath === undefined)
    return { uri: pathToFileURL(resolve(path)).href, isRelative: false }
  return {
    uri: relativePath
      .split('/')
      .map((step) => encodeURIComponent(step.replaceAll(/\p{Surrogate}/gu, '\ufffd')))
      .join('/'),
    isRelative: true,
  }
}
