import { isRouterName, recognize } from '../src/recognition/recognize.js'

/** What a text is to an editor: a router file, the beginning of one, which has completion and hover only, or none of ours. */
export type Standing = 'router' | 'begun' | 'other'

/** Language ids that say that a text is a router file, unless what is in it contradicts. */
const languages: readonly string[] = ['routerfile', 'openziti-router']

/** Whether a text is a configuration of ours, by its name; a `package.json` only where it has a part for us. */
export const isConfiguration = (uri: string, text?: string): boolean =>
  /\/routerfile\.config\.(json|ya?ml)$/.test(uri) ||
  (uri.endsWith('/package.json') && (text === undefined || /"routerfile"\s*:/.test(text)))

type Text = { uri: string; languageId: string; text: string }

/** Tells what a text is by its content; while there is too little of it, by its language, its name and the configuration. */
export function standingOf({ uri, languageId, text }: Text, isConfigured: () => boolean): Standing {
  if (isConfiguration(uri)) return 'other'
  const isChosen = languages.includes(languageId) || isRouterName(uri)
  const found = recognize(text, isChosen ? { claim: 'said' } : {})
  if (found.kind === 'router') return 'router'
  if (found.kind === 'begun-router') return 'begun'
  const isOpen = !isChosen && found.kind === 'other' && found.looksLike === undefined
  return isOpen && isConfigured() && recognize(text, { claim: 'said' }).kind === 'begun-router'
    ? 'begun'
    : 'other'
}
