import { formatList, formatSeverityCount } from '../../../src/document/words.js'
import type { FileStatus } from './server-commands.js'

/** Configuration files are only read if the user trusts the folder, and never in a browser. */
export type EditorHost = { isTrusted: boolean; isBrowser: boolean }

/** The message for configuration files with unsaved changes, which have no effect yet. */
const formatUnsaved = (names: readonly string[]): string =>
  `${formatList(names)} ${names.length === 1 ? 'is' : 'are'} not saved: files are checked with what is on disk`

/**
 * Explains why configuration files are not read. In a browser they never are, so trusting the folder changes nothing.
 */
const explainUnread = ({ isTrusted, isBrowser }: EditorHost): string =>
  isBrowser
    ? 'Configuration files are not read in the browser'
    : !isTrusted
      ? 'Configuration files are ignored because this folder is not trusted'
      : 'Configuration files are not read for this file'

/** Formats the status bar entry of a router file: its release, the basis of the check, and its findings. */
export function formatStatusBar(
  status: FileStatus,
  host: EditorHost,
  unsaved: readonly string[] = [],
): { text: string; tooltip: string } {
  const { kind, release, isUnconfigured, isBegun, errors, warnings, infos } = status
  const counts = [
    errors > 0 && `$(error) ${errors}`,
    warnings > 0 && `$(warning) ${warnings}`,
    infos > 0 && `$(info) ${infos}`,
  ].filter((count) => count !== false)
  const name = ['OpenZiti', release, isUnconfigured && '(config not read)']
    .filter(Boolean)
    .join(' ')
  const isChecked = kind !== 'template' && !isBegun
  return {
    text: [
      name,
      ...(counts.length > 0 || !isChecked ? counts : ['$(check)']),
      ...(unsaved.length > 0 ? ['$(circle-filled)'] : []),
    ].join(' '),
    tooltip: [
      formatBasis(status, host),
      unsaved.length > 0 && `${formatUnsaved(unsaved)}.`,
      formatFindings({ errors, warnings, infos }),
      isBegun && 'Incomplete: missing keys are not reported yet.',
      kind === 'template' && 'The template is not rendered: findings hold for all values.',
      'Select to change the release.',
    ]
      .filter((line) => typeof line === 'string')
      .join('\n'),
  }
}

const nouns = {
  router: 'Router file',
  parts: 'Contains router files',
  template: 'Template of a router file',
  other: 'Another file',
  unknown: 'Another file',
} as const satisfies Record<FileStatus['kind'], string>

/** Formats the release that a file is checked for, and where that is set. */
function formatBasis(
  { kind, release, releaseOrigin, isUnconfigured }: FileStatus,
  host: EditorHost,
): string {
  if (release === undefined) return nouns[kind]
  const unread = isUnconfigured ? `. ${explainUnread(host)}` : ''
  return `${nouns[kind]}, checked for ${formatRelease({ release, releaseOrigin })}${unread}`
}

/** Formats a release and where it is set. */
export const formatRelease = ({
  release,
  releaseOrigin,
}: {
  release: string
  releaseOrigin?: string | undefined
}): string =>
  `release ${release} (${releaseOrigin === undefined ? 'the default' : `set in ${releaseOrigin}`})`

type Counts = Pick<FileStatus, 'errors' | 'warnings' | 'infos'>

function formatFindings({ errors, warnings, infos }: Counts): string {
  const counts = [
    errors > 0 && formatSeverityCount(errors, 'error'),
    warnings > 0 && formatSeverityCount(warnings, 'warning'),
    infos > 0 && formatSeverityCount(infos, 'info'),
  ].filter((count) => typeof count === 'string')
  return counts.length > 0 ? counts.join(', ') : 'No findings'
}

/** The text of the language status for a file; undefined for files that this extension ignores. */
export function formatLanguageStatus(
  status: FileStatus,
  { isRouterLanguage, ...host }: EditorHost & { isRouterLanguage: boolean },
): { text: string; detail: string; offersLanguage: boolean } | undefined {
  const { kind, release, isUnconfigured } = status
  if (kind === 'other' || kind === 'unknown') return undefined
  const detail =
    release === undefined
      ? ''
      : `checked for release ${release}${isUnconfigured ? `. ${explainUnread(host)}` : ''}`
  if (kind === 'router')
    return { text: 'OpenZiti router file', detail, offersLanguage: !isRouterLanguage }
  return {
    text:
      kind === 'parts' ? 'Contains OpenZiti router files' : 'Template of an OpenZiti router file',
    detail,
    offersLanguage: false,
  }
}
