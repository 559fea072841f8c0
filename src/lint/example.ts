import { splitLines } from '../document/lines.js'
import { isPlainObject } from '../document/record.js'
import type { FleetExample, Registry } from './fleet/rule.js'
import type { Example } from './rule.js'

/**
 * The sections of a valid router file for the newest long-term release. The names of its identity files begin with
 * `filePrefix`, so that each router of a fleet has its own files.
 */
const listSections = (filePrefix: string): Readonly<Record<string, string>> => ({
  v: 'v: 3',
  identity: `identity:\n  cert: ${filePrefix}router.cert\n  server_cert: ${filePrefix}server.cert\n  key: ${filePrefix}router.key\n  ca: ${filePrefix}ca.cert`,
  ctrl: 'ctrl:\n  endpoint: tls:localhost:6262',
  csr: 'csr:\n  sans:\n    dns: [localhost]\n    ip: ["127.0.0.1"]',
  link: 'link:\n  dialers:\n    - binding: transport',
  edge: 'edge:\n  heartbeatIntervalSeconds: 60',
  listeners:
    'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022',
})

export type CompletedExample = { text: string; target?: string; env?: Record<string, string> }

/** Completes an example with valid sections, after its own sections. */
export function completeExample(example: Example | ExampleFile): CompletedExample {
  const { text, without = [], name: file = '', ...options } = toFile(example)
  const sections = new Set([...text.matchAll(/^([A-Za-z@_]+):/gm)].map(([, name]) => name))
  const missingSections = Object.entries(listSections(file.replace(/yaml$/, '')))
    .filter(([name]) => !sections.has(name) && !without.includes(name))
    .map(([, section]) => section)
  return { text: `${[text, ...missingSections].join('\n')}\n`, ...options }
}

/** A file of an example; it has a name if the example is a fleet. */
export type ExampleFile = Exclude<Example, string> & { name?: string }

const toFile = (example: Example | ExampleFile): ExampleFile =>
  typeof example === 'string'
    ? { text: dedent(example) }
    : { ...example, text: dedent(example.text) }

/** The files of an example; files of a fleet are named a.yaml, b.yaml and so on. */
export function listExampleFiles(example: Example | FleetExample): ExampleFile[] {
  if (typeof example === 'string' || 'text' in example) return [toFile(example)]
  const files = 'files' in example ? example.files : example
  return files.map((item, index) => ({
    name: `${String.fromCharCode(97 + index)}.yaml`,
    ...toFile(item),
  }))
}

/** The records of the management API that an example has; undefined if it has none. */
export const getRegistry = (example: Example | FleetExample): Registry | undefined =>
  typeof example === 'object' && 'registry' in example ? example.registry : undefined

const formatFlow = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.join(', ')}]`
    : isPlainObject(value)
      ? `{${Object.entries(value)
          .map(([name, item]) => `${name}: ${formatFlow(item)}`)
          .join(', ')}}`
      : String(value)

export function formatRegistry({ records, controllers, wanted }: Registry): string {
  return [
    '# what the management API says',
    'records:',
    ...records.map((record) => `  - ${formatFlow(record)}`),
    ...(controllers ? [`controllers: ${formatFlow(controllers)}`] : []),
    ...(wanted
      ? [
          '# what is wanted of records',
          'wanted:',
          ...Object.entries(wanted).map(([name, settings]) => `  ${name}: ${formatFlow(settings)}`),
        ]
      : []),
  ].join('\n')
}

/** Removes the marks of expected findings: `#! ` and the rest of the line. */
export const removeMarks = (text: string): string =>
  splitLines(text)
    .map((line) => {
      const mark = line.indexOf('#! ')
      return mark < 0 ? line : line.slice(0, mark).trimEnd()
    })
    .join('\n')
    .trimEnd()

/**
 * Template tag for YAML that is indented like the code around it; `toFile` and `createBelowTag` remove the indentation.
 */
export const yaml = (strings: TemplateStringsArray): string => strings.join('')

/**
 * Creates a template tag for examples that share their first lines: the tagged text is indented by `depth` and added
 * below these lines.
 */
const createBelowTag =
  (base: string, depth: number) =>
  (strings: TemplateStringsArray): string =>
    [
      base,
      ...dedent(yaml(strings))
        .split('\n')
        .map((line) => line && ' '.repeat(depth) + line),
    ].join('\n')

/** Creates a template tag for examples of the content of a key, such as `csr.sans`. */
export const under = (path: string): ((strings: TemplateStringsArray) => string) => {
  const keys = path.split('.')
  return createBelowTag(
    keys.map((key, depth) => `${'  '.repeat(depth)}${key}:`).join('\n'),
    2 * keys.length,
  )
}

export const formatIdentity = (router: string): string =>
  `identity:
  cert: ${router}.cert
  server_cert: ${router}.server.cert
  key: ${router}.key
  ca: ${router}.cas`

const edgeListener = `listeners:
  - binding: edge
    address: tls:0.0.0.0:3022
    options:`

/** Template tag for options of an edge listener. */
export const inEdgeListener = createBelowTag(edgeListener, 6)

export const inTunnel = createBelowTag(
  `${edgeListener}
      advertise: localhost:3022
  - binding: tunnel
    options:`,
  6,
)

export const inEdgeDialer = createBelowTag(
  `dialers:
  - binding: edge
    options:`,
  6,
)

export const inController = createBelowTag(
  `ctrl:
  endpoint: tls:ctrl.example.com:6262`,
  2,
)

export const inLinkListener = createBelowTag(
  `link:
  listeners:
    - binding: transport`,
  6,
)

export const inLinkDialer = createBelowTag(
  `link:
  dialers:
    - binding: transport`,
  6,
)

const healthChecks = `web:
  - name: health
    apis:
      - binding: health-checks
    bindPoints:`

/** Template tag for the bind points of a web server for health checks. */
export const inBindPoints = createBelowTag(healthChecks, 6)

/** Template tag for further keys of a web server for health checks, beside its bind points. */
export const inHealthChecks = createBelowTag(
  `${healthChecks}
      - interface: 0.0.0.0:8081
        address: localhost:8081`,
  4,
)

/** If a text starts with a line break, removes the line breaks around it and the indentation that all lines share. */
function dedent(text: string): string {
  if (!text.startsWith('\n')) return text
  const lines = text.slice(1).trimEnd().split('\n')
  const depths = lines.flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]))
  const depth = Math.min(...depths)
  return lines.map((line) => line.slice(depth)).join('\n')
}
