import { isSecretVariable } from '../../src/document/secrets.js'

/** How files are checked, other than the release: severities by rule id, and the router's environment variables. */
export type Settings = {
  rules: Readonly<Record<string, string>>
  /** Values by name; an empty value means that only the name is known. */
  variables: Readonly<Record<string, string>>
}

/** Severities that can be set for a rule. */
export const ruleSeverities = ['error', 'warning', 'info', 'off'] as const

/** Parses lines such as `NAME=value`. */
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

/** Converts settings for the language server, which gets only variables with a value. */
export function toServerSettings({ rules, variables }: Settings): object {
  const env = Object.entries(variables).filter(([, value]) => value !== '')
  return {
    ...(Object.keys(rules).length > 0 && { rules }),
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
  }
}

/** Removes the values of variables that may be secret, for a link. */
export const withoutSecretValues = ({ rules, variables }: Settings): Settings => ({
  rules,
  variables: Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      isSecretVariable(name, value) ? '' : value,
    ]),
  ),
})
