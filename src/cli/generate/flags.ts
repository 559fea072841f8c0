import { form } from '../../generated/form.js'
import { presets } from '../../generate/presets.js'
import type { Flags, Given } from '../flags.js'
import { common, UsageError } from '../flags.js'

/** Flags that give an answer each: its name, and the value that the flag takes. */
const answered = {
  name: ['name', 'NAME'],
  'file-name': ['fileName', 'NAME'],
  preset: ['preset', 'NAME'],
  advertise: ['advertise', 'HOST[:PORT]'],
  controller: ['controllers', 'HOST:PORT'],
  protocol: ['protocols', 'NAME'],
  'edge-port': ['edgePort', 'PORT'],
  'wss-port': ['wssPort', 'PORT'],
  'link-port': ['linkPort', 'PORT'],
  tunnel: ['tunnel', 'MODE'],
  service: ['services', 'NAME:PORT[:PROTOCOL]'],
  diverter: ['diverter', 'PROGRAM'],
  'identity-folder': ['identityFolder', 'FOLDER'],
  platform: ['platform', 'NAME'],
  format: ['format', 'NAME'],
  comments: ['comments', undefined],
} as const satisfies Record<string, readonly [string, string | undefined]>

const schemaOf = (name: string) => form.properties?.[name] ?? {}

const inHelp = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')

const answerFlags: Flags = Object.fromEntries(
  Object.entries(answered).map(([flag, [name, value]]) => {
    const { description = '', enum: own, items, type } = schemaOf(name)
    const words = own ?? items?.enum
    const help = `${inHelp(description)}${type === 'array' ? ' (may be given several times)' : ''}${words ? `: ${words.join(', ')}` : ''}`
    return [flag, { ...(value !== undefined && { value }), help, ...(words && { words: () => words }) }]
  }),
)

export const generateFlags: Flags = {
  ...common,
  ...answerFlags,
  answers: { value: 'FILE', help: 'answers in YAML or JSON (routerfile/answers.schema.json); flags win over them; - for standard input' },
  jwt: { value: 'FILE', help: 'file with the enrollment token of the router; - for standard input; without it the variable ROUTERFILE_JWT, if it is set' },
  'signed-by': { value: 'FILE', help: 'certificates or public keys in PEM, one of which has to have signed the token: that of the server at its URL' },
  list: { value: 'FILE', help: 'answers for many routers: a CSV file with a column for each answer, or a JSON list; what exists already is left alone' },
  import: { value: 'FILE', help: 'a router file of another generator: write it as this one would, with the same effect' },
  output: { value: 'FILE', short: 'o', help: 'where to write; {name} stands for the name of the router; without it, or with -, standard output' },
  'dry-run': { help: 'write nothing, and print what would be written' },
  diff: { help: 'write nothing, and print as a patch what would change' },
  force: { help: 'write over what is there, of which a backup is made' },
  'no-input': { help: 'ask nothing, even on a terminal' },
}

export const presetRows = Object.entries(presets).map(([name, { summary }]) => [name, summary] as const)

/** The flag that gives an answer. */
export const flagFor = (answer: string): string | undefined => Object.entries(answered).find(([, [name]]) => name === answer)?.[0] ?? (['target', 'jwt'].includes(answer) ? answer : undefined)

/** The answers that flags give. */
export function answersGiven(given: Given): Readonly<Record<string, unknown>> {
  const entries = Object.entries(answered).flatMap(([flag, [name]]): [string, unknown][] => {
    if (!given.has(flag)) return []
    const { type } = schemaOf(name)
    if (type === 'array') return [[name, given.values(flag)]]
    const last = given.last(flag) ?? ''
    if (type === 'integer' && !/^\d+$/.test(last)) throw new UsageError(`--${flag} ${last}: it takes a port from 1 to 65535`)
    return [[name, type === 'boolean' ? true : type === 'integer' ? Number(last) : last]]
  })
  const target = given.last('target')
  return Object.fromEntries([...entries, ...(target === undefined ? [] : [['target', target]])])
}
