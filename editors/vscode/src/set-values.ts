/** The values of a setting that the editor knows, except its default. */
type SettingValues = Readonly<
  Partial<
    Record<
      | 'globalValue'
      | 'workspaceValue'
      | 'workspaceFolderValue'
      | 'globalLanguageValue'
      | 'workspaceLanguageValue'
      | 'workspaceFolderLanguageValue',
      unknown
    >
  >
>

const scopes = [
  'globalValue',
  'workspaceValue',
  'workspaceFolderValue',
  'globalLanguageValue',
  'workspaceLanguageValue',
  'workspaceFolderLanguageValue',
] as const

/**
 * Selects the settings that the user has set. The editor adds its defaults, which would override configuration files;
 * the server has the same defaults, and applies them last.
 */
export const selectSetValues = (
  settings: Readonly<Record<string, unknown>>,
  inspect: (name: string) => SettingValues | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).filter(([name]) => {
      const values = inspect(name)
      return values && scopes.some((scope) => values[scope] !== undefined)
    }),
  )
