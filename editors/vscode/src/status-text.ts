import type { FileStatus } from './server-commands.js'

/** The status bar entry of a router file: its release and its findings. */
export function formatStatusBar({ release, isBegun, errors, warnings, infos }: FileStatus): {
  text: string
  tooltip: string
} {
  const counts = [
    errors > 0 && `$(error) ${errors}`,
    warnings > 0 && `$(warning) ${warnings}`,
    infos > 0 && `$(info) ${infos}`,
  ].filter((count) => count !== false)
  const name = ['OpenZiti', release].filter(Boolean).join(' ')
  return {
    text: [name, ...(counts.length > 0 || isBegun ? counts : ['$(check)'])].join(' '),
    tooltip: [
      release === undefined ? 'Router file' : `Router file for release ${release}`,
      formatFindings({ errors, warnings, infos }),
      isBegun && 'The file is just begun: what is missing is not shown yet.',
      'Select for commands.',
    ]
      .filter((line) => typeof line === 'string')
      .join('\n'),
  }
}

type Counts = Pick<FileStatus, 'errors' | 'warnings' | 'infos'>

function formatFindings({ errors, warnings, infos }: Counts): string {
  const counts = [
    formatCount(errors, 'error'),
    formatCount(warnings, 'warning'),
    formatCount(infos, 'note'),
  ].filter((count) => count !== undefined)
  return counts.length > 0 ? counts.join(', ') : 'No findings'
}

const formatCount = (count: number, noun: string): string | undefined =>
  count === 0 ? undefined : `${count} ${noun}${count === 1 ? '' : 's'}`

/** The text of the language status for a file; undefined for files that this extension ignores. */
export function formatLanguageStatus(
  { kind, release }: FileStatus,
  isRouterLanguage: boolean,
): { text: string; detail: string; offersLanguage: boolean } | undefined {
  if (kind === 'other' || kind === 'unknown') return undefined
  const detail = release === undefined ? '' : `checked for release ${release}`
  if (kind === 'router')
    return { text: 'OpenZiti router file', detail, offersLanguage: !isRouterLanguage }
  return {
    text:
      kind === 'parts' ? 'Contains OpenZiti router files' : 'Template of an OpenZiti router file',
    detail,
    offersLanguage: false,
  }
}
