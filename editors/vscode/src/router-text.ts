import { mayEmbed } from '../../../src/embedded/may-embed.js'
import { isConfiguration } from '../../../src/recognition/configuration.js'
import {
  isInRouterFolder,
  isRouterFile,
  isRouterName,
  recognize,
} from '../../../src/recognition/recognize.js'
import { languageId } from './language.js'

/** A document of an editor. */
type EditorText = { path: string; language: string; text: string }

/** Maximum number of characters of a text that are checked, so that the check takes less than a frame. */
const maxLength = 250_000

/**
 * The kinds of text that the language server reads: a router file, an incomplete one, a file with router files in its
 * strings, a template of one, or a configuration file of routerfile.
 */
export type ServedKind = 'router' | 'incomplete' | 'parts' | 'template' | 'configuration'

/** Whether the language server must be started for a text, because it reads texts of this kind. */
export const isServed = async (text: EditorText): Promise<boolean> =>
  text.language === languageId || (await findServedKind(text)) !== undefined

/**
 * Returns the kind of a text, or undefined if the language server does not read it. This check only takes milliseconds,
 * and avoids starting the server process for such texts.
 */
export async function findServedKind({
  path,
  text: whole,
}: Pick<EditorText, 'path' | 'text'>): Promise<ServedKind | undefined> {
  if (isConfiguration(path, whole)) return 'configuration'
  const text = whole.slice(0, maxLength)
  if (isRouterFile(text)) return 'router'
  const begun = findBegunKind(path, text)
  if (begun) return begun
  if (await holdsRouterFile(text)) return 'parts'
  const filled = fillTags(text)
  if (filled === text) return undefined
  return isRouterFile(filled) || (await holdsRouterFile(filled)) ? 'template' : undefined
}

/** Whether a text is a configuration file of routerfile. `getText` is only called if the path allows it. */
export const isOwnConfiguration = (path: string, getText: () => string): boolean =>
  isConfiguration(path) && isConfiguration(path, getText())

/** Whether a text has the key `v` of router files, which people write first. */
const hasVersion = (text: string): boolean => /^v:[ \t]+["']?[1-9]["']?[ \t]*$/m.test(text)

/** The kind of a text whose name, folder or version suggests a router file, unless its content contradicts that. */
function findBegunKind(path: string, text: string): 'router' | 'incomplete' | undefined {
  const isDeclared = isRouterName(path) || hasVersion(text)
  if (!isDeclared && !isInRouterFolder(path)) return undefined
  const { kind } = recognize(text, { claim: isDeclared ? 'declared' : 'passed' })
  if (kind === 'incomplete-router') return 'incomplete'
  return kind === 'router' ? kind : undefined
}

/**
 * Whether a string in a text is a router file. The YAML library for this is only loaded if the text may contain one.
 */
async function holdsRouterFile(text: string): Promise<boolean> {
  if (!mayEmbed(text)) return false
  const { findEmbedded } = await import('../../../src/embedded/embedded.js')
  return findEmbedded(text, isRouterFile).length > 0
}

/** Replaces the tags of a template with `x`, and removes lines that begin and end with a tag. */
const fillTags = (text: string): string =>
  /\{\{|\{%/.test(text)
    ? text
        .split('\n')
        .filter((line) => !isTagLine(line.trim()))
        .join('\n')
        .replaceAll(/\{\{[^{}\n]*\}\}|\{%[^{}\n]*%\}/g, 'x')
    : text

const isTagLine = (line: string): boolean =>
  (line.startsWith('{{') && line.endsWith('}}')) || (line.startsWith('{%') && line.endsWith('%}'))
