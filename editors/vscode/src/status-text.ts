import { formatList, formatSeverityCount } from '../../../src/document/words.js'
import type { FileStatus } from './server-commands.js'

/** Configuration files are only read if the user trusts the folder, and never in a browser. */
export type EditorHost = { isTrusted: boolean; isBrowser: boolean }

/** The message for configuration files with unsaved changes, which have no effect yet. */
const formatUnsaved = (names: readonly string[]): string =>
  `${formatList(names)} ${names.length === 1 ? 'is' : 'are'} not saved: files are checked with what is on disk`

/** Whether a file is new and not saved, in a window that reads configuration files. */
const isUntitled = ({ uri }: Pick<FileStatus, 'uri'>, { isTrusted, isBrowser }: EditorHost) =>
  uri.startsWith('untitled:') && isTrusted && !isBrowser

/** Whether to warn that configuration files are not read. For a new file, that is as the user expects. */
export const lacksConfiguration = (status: FileStatus, host: EditorHost): boolean =>
  status.isUnconfigured === true && !isUntitled(status, host)

/**
 * Explains why configuration files are not read. In a browser they never are, so trusting the folder changes nothing.
 */
const explainUnread = (status: FileStatus, host: EditorHost): string =>
  host.isBrowser
    ? 'Configuration files are not read in the browser'
    : !host.isTrusted
      ? 'Configuration files are ignored because this folder is not trusted'
      : isUntitled(status, host)
        ? 'Configuration files only apply to saved files'
        : 'Configuration files are not read for this file'

/** Formats the status bar entry of a router file: its release, the basis of the check, and its findings. */
export function formatStatusBar(
  status: FileStatus,
  host: EditorHost,
  unsaved: readonly string[] = [],
): { text: string; tooltip: string } {
  const { kind, release, isBegun, errors, warnings, infos } = status
  const counts = [
    errors > 0 && `$(error) ${errors}`,
    warnings > 0 && `$(warning) ${warnings}`,
    infos > 0 && `$(info) ${infos}`,
  ].filter((count) => count !== false)
  const name = ['OpenZiti', release, lacksConfiguration(status, host) && '(config not read)']
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
function formatBasis(status: FileStatus, host: EditorHost): string {
  const { kind, release, releaseOrigin, isUnconfigured } = status
  if (release === undefined) return nouns[kind]
  const unread = isUnconfigured ? `. ${explainUnread(status, host)}` : ''
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
      : `checked for release ${release}${isUnconfigured ? `. ${explainUnread(status, host)}` : ''}`
  if (kind === 'router')
    return { text: 'OpenZiti router file', detail, offersLanguage: !isRouterLanguage }
  return {
    text:
      kind === 'parts' ? 'Contains OpenZiti router files' : 'Template of an OpenZiti router file',
    detail,
    offersLanguage: false,
  }
}
