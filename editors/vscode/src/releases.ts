import type { ReleaseChoice } from './server-commands.js'

/** A release as an entry of a list to pick from. */
export const toReleaseItem = ({
  label,
  isCurrent,
  isLatest,
  isLts,
  isPreRelease,
}: ReleaseChoice) => ({
  label,
  description: [
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

/** The scopes of settings, as the editor numbers them: the user, the workspace, a folder of it. */
const scopes = { globalValue: 1, workspaceValue: 2, workspaceFolderValue: 3 } as const

/** The scope in which a setting is set, the nearest to the file; undefined if it is not set. */
export const findScope = (values: SettingValues | undefined): number | undefined => {
  const name = (['workspaceFolderValue', 'workspaceValue', 'globalValue'] as const).find(
    (scope) => values?.[scope] !== undefined,
  )
  return name && scopes[name]
}
