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

/** The values of a setting, as `inspect` of the editor tells them. */
type SettingValues = {
  globalValue?: string
  workspaceValue?: string
  workspaceFolderValue?: string
}

/** Where a setting can be set, the nearest to a file first. */
const scopes = ['workspaceFolderValue', 'workspaceValue', 'globalValue'] as const

/** Where a setting is set, the nearest to the file; undefined if it is not. */
export const findScope = (values: SettingValues | undefined): (typeof scopes)[number] | undefined =>
  scopes.find((scope) => values?.[scope] !== undefined)
