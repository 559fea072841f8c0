import { isSecretVariable } from '../../src/document/secrets.js'

/** How files are checked, beside the release: severities by rule id, and the variables of the router. */
export type Settings = {
  rules: Readonly<Record<string, string>>
  /** Values by name; one without a value is only named. */
  variables: Readonly<Record<string, string>>
}

/** The severities that a rule may be given. */
export const ruleSeverities = ['error', 'warning', 'info', 'off'] as const

/** Variables of lines such as `NAME=value`. */
export const parseVariables = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value = ''] = /^\s*([A-Za-z_]\w*)\s*(?:=(.*))?$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value.trim()]]
    }),
  )

export const formatVariables = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** The settings as the language server takes them: variables count once one of them has a value. */
export function toServerSettings({ rules, variables }: Settings): object {
  const env = Object.entries(variables).filter(([, value]) => value !== '')
  return {
    ...(Object.keys(rules).length > 0 && { rules }),
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
  }
}

/** The settings for a link: variables that may be secret have their name alone. */
export const withoutSecretValues = ({ rules, variables }: Settings): Settings => ({
  rules,
  variables: Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      isSecretVariable(name, value) ? '' : value,
    ]),
  ),
})
