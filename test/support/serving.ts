import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ClientCapabilities } from 'vscode-languageserver-protocol'
import type { Client, Hello } from './language-client.js'
import { full } from './language-client.js'
import { serverProgram } from './program.js'
import { yaml } from './yaml.js'

/** Options for starting the language server of the tests. */
export const hello = (more: Partial<Hello> = {}): Hello => ({
  server: [serverProgram, '--stdio'],
  ...more,
})

/** Settings that disable checks of the machine, because it is not that of the router. */
export const textOnly = { check: [] }

/** The first seven lines of a router file. */
export const base = yaml`
    v: 3
    identity:
      cert: a.cert
      key: a.key
      ca: a.ca
    ctrl:
      endpoint: tls:ctrl.example.com:6262
  `

/** Creates the parameters of a request about a position. */
export const asked = (uri: string, position: object, more: object): object => ({
  textDocument: { uri },
  position,
  ...more,
})

/** Removes the `|` that marks the cursor from a text, and returns its position. */
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

/** Returns the URI of a file. */
export const uriOf = (...parts: string[]): string => pathToFileURL(join(...parts)).href

/** Creates a router file with a link listener at a port. */
export const linkedAt = (port: string): string =>
  `${base}link:\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:${port}\n      advertise: tls:router.example.com:${port}\n`

/** The capabilities of a client that pulls diagnostics. */
export const pulling: ClientCapabilities = {
  ...full,
  textDocument: { ...full.textDocument, diagnostic: {} },
}

/** Returns the parameters of all messages of a method that a client received. */
export const heardOf = ({ heard }: Client, method: string): unknown[] =>
  heard.filter((item) => item.method === method).map(({ params }) => params)
