import type { Diagnostic } from 'vscode-languageserver'
import { readConfiguration } from '../src/configuration/read.js'
import { positionsIn } from '../src/language/index.js'
import type { Client } from './client.js'
import { convertIn } from './convert.js'
import { shownDiagnostic } from './diagnostics.js'
import type { OpenDocument } from './documents.js'
import { isConfiguration } from './recognition.js'
import type { World } from './world.js'

/** A function that gives what is wrong with an open text as a configuration of ours; nothing where it is none. */
export function configurationFindings({
  client,
  world,
}: {
  client: Client
  world: World | undefined
}): (document: OpenDocument) => Diagnostic[] {
  return ({ uri, text }) => {
    if (!isConfiguration(uri, text())) return []
    const path = world?.pathOf(uri)
    const found =
      world && path !== undefined ? world.mistakesIn(path, text()) : mistakesIn(uri, text())
    const convert = convertIn(positionsIn(text()), client.encoding)
    return found.map((item) => shownDiagnostic(item, { uri, client, convert }))
  }
}

function mistakesIn(uri: string, text: string) {
  const read = readConfiguration(uri, text)
  return 'content' in read ? [] : read.diagnostics
}
