import type { Diagnostic } from '../src/document/diagnostic.js'
import type { ConfigurationText } from '../src/language/configuration/schema.js'
import type { Positions } from '../src/language/index.js'
import { positionsIn } from '../src/language/index.js'
import { getConfigurationRoot, readConfiguration } from '../src/project/configuration.js'
import { isConfiguration } from '../src/recognition/configuration.js'
import type { LspClient } from './client.js'
import type { Converter } from './convert.js'
import { createConverter } from './convert.js'
import type { OpenDocument } from './documents.js'
import type { Machine } from './machine.js'
import type { EditorSettings } from './settings.js'

/** A routerfile config file that is open in the editor. */
export type OpenConfiguration = {
  uri: string
  content: ConfigurationText
  positions: Positions
  convert: Converter
}

/** Reads the config file in a document; undefined if the document is not a routerfile config file. */
export function openConfiguration(
  { uri, text: getText }: OpenDocument,
  { encoding }: LspClient,
): OpenConfiguration | undefined {
  const text = getText()
  if (!isConfiguration(uri, text)) return undefined
  const positions = positionsIn(text)
  return {
    uri,
    content: { text, isJson: uri.endsWith('.json'), rootPath: getConfigurationRoot(uri) },
    positions,
    convert: createConverter(positions, encoding),
  }
}

/** Finds the mistakes in a config file. Reads the files that it extends only if it is a file on the machine. */
export function findConfigurationMistakes(
  { uri, content: { text } }: OpenConfiguration,
  machine: Machine | undefined,
  { trustConfig }: EditorSettings,
): readonly Diagnostic[] {
  const path = machine?.toPath(uri)
  if (machine && path !== undefined)
    return machine.findMistakes(path, text, { isTrusted: trustConfig })
  const result = readConfiguration(uri, text)
  return 'content' in result ? [] : result.diagnostics
}
