import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Document, Node } from '../../src/document/document.js'
import { resolveAlias } from '../../src/yaml/index.js'

export type Fixture = {
  name: string
  text: string
  options: { target?: string; env?: Record<string, string> }
}

/**
 * Reads the files of a folder under fixtures/. Comments such as `#: target RELEASE` and `#: env NAME=VALUE` set their
 * options.
 */
export function fixtures(folder: string): Fixture[] {
  return readdirSync(join('fixtures', folder))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => {
      const text = readFileSync(join('fixtures', folder, name), 'utf8')
      const target = /^#: target (\S+)$/m.exec(text)?.[1]
      const env = [...text.matchAll(/^#: env (\w+)=(.*)$/gm)].map(
        ([, variable = '', value = '']) => [variable, value],
      )
      return {
        name: `${folder}/${name}`,
        text,
        options: {
          ...(target && { target }),
          ...(env.length > 0 && { env: Object.fromEntries(env) }),
        },
      }
    })
}

export { completeExample } from '../../src/lint/example.js'

/** Matches a message of several sentences whose last one has no full stop. */
export const unfinished = /[^.?]\. [A-Z`](?:.*[^.?])?$/

/** Finds the lines that end with `#!` and a part of the message that is expected there. */
export function expectations(text: string): { line: number; part: string }[] {
  return text.split('\n').flatMap((content, line) => {
    const part = /#! (.*)$/.exec(content)?.[1]
    return part === undefined ? [] : [{ line, part }]
  })
}

/**
 * Converts a document to plain data as other YAML parsers do. An alias to a collection that contains it becomes null.
 */
export function plainOf({ root, entries }: Document): unknown {
  const plain = (node: Node, around: readonly Node[]): unknown => {
    const value = resolveAlias(node)
    if (around.includes(value)) return null
    const inside = [...around, value]
    if (value.kind === 'map')
      return Object.fromEntries(
        [...entries(value).byName].map(([name, field]) => [name, plain(field.value, inside)]),
      )
    if (value.kind === 'list') return value.items.map((item) => plain(item, inside))
    return value.kind === 'null' ? null : value.value
  }
  return root && plain(root, [])
}

/**
 * Creates a router file of about this many lines: a valid one with many edge listeners, a few of which have a mistake.
 */
export function largeFile(lines: number): string {
  const head = [
    'v: 3',
    'identity:',
    '  cert: pki/router.cert',
    '  key: pki/router.key',
    '  ca: pki/ca.cert',
    'ctrl:',
    '  endpoint: tls:ctrl.example.com:6262',
    'link:',
    '  dialers:',
    '    - binding: transport',
    'csr:',
    '  sans:',
    '    dns: [router.example.com]',
    'edge:',
    '  heartbeatIntervalSeconds: 60',
    'listeners:',
  ]
  const all = [...head]
  for (let index = 0; all.length < lines; index += 1) {
    const port = 1024 + (index % 64_000)
    all.push(
      `  - binding: edge # number ${index}`,
      `    address: tls:0.0.0.0:${port}`,
      '    options:',
      `      advertise: router.example.com:${port}`,
      '      connectTimeout: 5s',
      `      maxQueuedConnects: ${1 + (index % 5000)}`,
      `      ${index % 50 === 49 ? 'getCircuitTimout' : 'getCircuitTimeout'}: 30s`,
      '      # what is written below is the default',
      '      lookupApiSessionTimeout: 5s',
      '      lookupSessionTimeout: 5s',
    )
  }
  return `${all.join('\n')}\n`
}
