import type { ReleaseChoice } from './server-commands.js'

/** A release as an entry of a list to pick from. */
export const toReleaseItem = ({
  newest,
  date,
  isCurrent,
  isLatest,
  isLts,
  isPreRelease,
}: ReleaseChoice) => ({
  label: newest,
  description: [
    date,
    isCurrent && 'current',
    isLatest && 'latest',
    isLts && 'long-term support',
    isPreRelease && 'pre-release',
  ]
    .filter(Boolean)
    .join(', '),
})

/** The values of a setting, as returned by the editor's `inspect`. */
type SettingValues = {
  globalValue?: string
  workspaceValue?: string
  workspaceFolderValue?: string
}

/** The scopes of a setting, most specific first. */
const scopes = ['workspaceFolderValue', 'workspaceValue', 'globalValue'] as const

/** Finds the most specific scope in which a setting is set; undefined if there is none. */
export const findScope = (values: SettingValues | undefined): (typeof scopes)[number] | undefined =>
  scopes.find((scope) => values?.[scope] !== undefined)
