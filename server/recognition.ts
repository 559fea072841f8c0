import { recognize } from '../src/kind.js'
import { modelOf } from '../src/schema/router.js'

/** What a text is to an editor: a router file, the beginning of one, which is helped with and not judged, or none of ours. */
export type Standing = 'router' | 'begun' | 'other'

/** Language ids that say that a text is a router file, whatever stands in it. */
const languages: readonly string[] = ['routerfile', 'openziti-router']

/** A text of this length with no key in it can be the beginning of one. */
const nearlyEmpty = 400

/** Whether a text is a configuration of ours, by its name; a `package.json` only where it has a part for us. */
export const isConfiguration = (uri: string, text?: string): boolean =>
  /\/routerfile\.config\.(json|ya?ml)$/.test(uri) ||
  (uri.endsWith('/package.json') && (text === undefined || /"routerfile"\s*:/.test(text)))

/** Judges a text by its content; while there is next to none, by its language and its name. */
export function standingOf(text: string, languageId: string, uri: string): Standing {
  if (isConfiguration(uri)) return 'other'
  const { kind } = recognize(text)
  if (kind === 'router') return 'router'
  if (kind === 'template' || kind === 'controller' || kind === 'helm-values') return 'other'
  if (languages.includes(languageId)) return /\S/.test(text) ? 'router' : 'begun'
  const keys = [...text.matchAll(/^\ufeff?["']?([A-Za-z_][\w.-]*)["']?[ \t]*:(?=\s|$)/gm)].map(
    ([, name = '']) => name,
  )
  const schema = modelOf(undefined)?.schema
  if (keys.length > 0) return keys.every((name) => schema?.names.includes(name)) ? 'begun' : 'other'
  const isNamed =
    uri.startsWith('untitled:') || /router|ziti/i.test(uri.slice(uri.lastIndexOf('/') + 1))
  return isNamed && text.length < nearlyEmpty ? 'begun' : 'other'
}
