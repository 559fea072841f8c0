import { mayEmbed } from '../../../src/embedded/may-embed.js'
import { isConfiguration } from '../../../src/recognition/configuration.js'
import {
  isInRouterFolder,
  isRouterFile,
  isRouterName,
  recognize,
} from '../../../src/recognition/recognize.js'
import { languageId } from './language.js'

/** Whether a text is our own configuration, of which the server speaks, too, and which is no router. */
export const isOwnConfiguration = (path: string, text: string): boolean =>
  isConfiguration(path, text)

/** A text as an editor has it. */
type EditorText = { path: string; language: string; text: string }

/** Longer texts are only checked up to here, in characters: the check must take less than a frame. */
const maxLength = 250_000

/**
 * Whether the language server has something to say about a text: it is a router file, the beginning of one, a template
 * of one, holds one in a string, or is our own configuration. Takes milliseconds, so that no process has to be started
 * for all other texts.
 */
export async function isServed({ path, language, text: whole }: EditorText): Promise<boolean> {
  if (language === languageId || isConfiguration(path, whole)) return true
  const text = whole.slice(0, maxLength)
  if (isBegun(path, text) || isRouterFile(text)) return true
  if (await holdsRouterFile(text)) return true
  const filled = fillTags(text)
  return filled !== text && (isRouterFile(filled) || holdsRouterFile(filled))
}

/** The version of a router file, which is what people write first. */
const hasVersion = (text: string): boolean => /^v:[ \t]+["']?[1-9]["']?[ \t]*$/m.test(text)

/** Whether the name of a file, its folder or its version says that it is a router file, and its content nothing else. */
function isBegun(path: string, text: string): boolean {
  const isDeclared = isRouterName(path) || hasVersion(text)
  if (!isDeclared && !isInRouterFolder(path)) return false
  const { kind } = recognize(text, { claim: isDeclared ? 'declared' : 'passed' })
  return kind === 'router' || kind === 'incomplete-router'
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
