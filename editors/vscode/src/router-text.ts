import { mayEmbed } from '../../../src/embedded/may-embed.js'
import { isConfiguration } from '../../../src/recognition/configuration.js'
import {
  isInRouterFolder,
  isRouterFile,
  isRouterName,
  recognize,
} from '../../../src/recognition/recognize.js'
import { languageId } from './language.js'

/** A text as an editor has it. */
type EditorText = { path: string; language: string; text: string }

/** Longer texts are only checked up to here, in characters: the check must take less than a frame. */
const maxLength = 250_000

/**
 * What the language server reads in a text: a router file, the beginning or rest of one, a file with router files in its
 * strings, a template of one, or our own configuration.
 */
export type ServedKind = 'router' | 'incomplete' | 'parts' | 'template' | 'configuration'

/** Whether the language server has something to say about a text, so that it has to be started. */
export const isServed = async (text: EditorText): Promise<boolean> =>
  text.language === languageId || (await findServedKind(text)) !== undefined

/**
 * What the language server reads in a text; undefined for other texts. Takes milliseconds, so that no process has to be
 * started for all of these.
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

/** Whether a text is a configuration of ours. Most paths tell that it is not, so that the text is not made. */
export const isOwnConfiguration = (path: string, getText: () => string): boolean =>
  isConfiguration(path) && isConfiguration(path, getText())

/** The version of a router file, which is what people write first. */
const hasVersion = (text: string): boolean => /^v:[ \t]+["']?[1-9]["']?[ \t]*$/m.test(text)

/** The kind of a text of which name, folder or version say that it is a router file, and its content nothing else. */
function findBegunKind(path: string, text: string): 'router' | 'incomplete' | undefined {
  const isDeclared = isRouterName(path) || hasVersion(text)
  if (!isDeclared && !isInRouterFolder(path)) return undefined
  const { kind } = recognize(text, { claim: isDeclared ? 'declared' : 'passed' })
  if (kind === 'incomplete-router') return 'incomplete'
  return kind === 'router' ? kind : undefined
}

/** Whether a string of a text is a router file. The YAML library for that is only loaded for texts that may have one. */
async function holdsRouterFile(text: string): Promise<boolean> {
  if (!mayEmbed(text)) return false
  const { findEmbedded } = await import('../../../src/embedded/embedded.js')
  return findEmbedded(text, isRouterFile).length > 0
}

/** A template with words for its tags, without the lines that have only tags. */
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
