import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ClientCapabilities } from 'vscode-languageserver-protocol'
import type { Client, Hello } from './language-client.js'
import { full } from './language-client.js'
import { serverProgram } from './program.js'
import { yaml } from './yaml.js'

/** How the server of the tests is started. */
export const hello = (more: Partial<Hello> = {}): Hello => ({
  server: [serverProgram, '--stdio'],
  ...more,
})

/** Only what the text says counts: the machine of the tests is not that of the router. */
export const textOnly = { check: [] }

/** The beginning of a router file, of seven lines. */
export const base = yaml`
    v: 3
    identity:
      cert: a.cert
      key: a.key
      ca: a.ca
    ctrl:
      endpoint: tls:ctrl.example.com:6262
  `

/** What a request about a place has. */
export const asked = (uri: string, position: object, more: object): object => ({
  textDocument: { uri },
  position,
  ...more,
})

/** A text in which `|` marks the cursor, and where that is. */
export function cursorIn(marked: string): {
  text: string
  position: { line: number; character: number }
} {
  const before = marked.slice(0, marked.indexOf('|'))
  return {
    text: marked.replace('|', ''),
    position: {
      line: before.split('\n').length - 1,
      character: before.length - (before.lastIndexOf('\n') + 1),
    },
  }
}

/** The address of a file. */
export const uriOf = (...parts: string[]): string => pathToFileURL(join(...parts)).href

/** A router that is linked to at a port. */
export const linkedAt = (port: string): string =>
  `${base}link:\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:${port}\n      advertise: tls:router.example.com:${port}\n`

/** What a client says that asks for findings. */
export const pulling: ClientCapabilities = {
  ...full,
  textDocument: { ...full.textDocument, diagnostic: {} },
}

/** What came with each message of a kind that a client heard. */
export const heardOf = ({ heard }: Client, method: string): unknown[] =>
  heard.filter((item) => item.method === method).map(({ params }) => params)
