import { form } from '../../../generated/form.js'
import { presets } from '../../../generate/presets.js'
import type { Flags, FlagValues } from '../../flags.js'
import { commonFlags } from '../../flags.js'
import { UsageError } from '../../errors.js'
import { connectionFlags } from '../../connection/flags.js'
import { outputFormats } from '../../../generated/formats.js'
import { configurationFlags, environmentFlags, settingFlags } from '../../project-flags.js'
import { colorChoices } from '../../ui/terminal.js'

/** Flags that give an answer each: its name, and the value that the flag takes. */
const answerByFlag = {
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

const getAnswerSchema = (name: string) => form.properties?.[name] ?? {}

const toHelpText = (text: string): string =>
  text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')

const answerFlags: Flags = Object.fromEntries(
  Object.entries(answerByFlag).map(([flag, [name, value]]) => {
    const { description = '', enum: own, items, type } = getAnswerSchema(name)
    const words = own ?? items?.enum
    const help = `${toHelpText(description)}${type === 'array' ? ' (may be given several times)' : ''}${words ? `: ${words.join(', ')}` : ''}`
    return [
      flag,
      { ...(value !== undefined && { value }), help, ...(words && { words: () => words }) },
    ]
  }),
)

/** Flags of `lint` that count for --check. */
const checkFlags: Flags = {
  format: {
    value: 'NAME[=FILE]',
    short: 'f',
    help: 'form of the router file, yaml or json; JSON is YAML to the router. With --check how to print what is found, as for lint',
    words: () => ['yaml', ...outputFormats.map(({ name }) => name)],
  },
  ...environmentFlags,
  ...configurationFlags,
  ...settingFlags,
  check: {
    help: 'make nothing, and hold the router files that are named, or all in folders, against the records of the API; also with --filter, and with --list for what is wanted of the records',
  },
  'no-ignore': { help: 'with --check: look also at what .gitignore and .routerfileignore exclude' },
  'max-problems': {
    value: 'N',
    help: 'with --check: show the first N findings only, in the format pretty',
  },
  verbose: { short: 'v', help: 'with --check: show every finding, also equal ones' },
  quiet: { short: 'q', help: 'with --check: show errors only' },
  'exit-zero': { help: 'with --check: exit with 0 whatever is found' },
  'no-suppressions': { help: 'with --check: show what comments suppress, too' },
  color: { value: 'WHEN', help: 'auto (default), always or never', words: () => colorChoices },
}

export const generateFlags: Flags = {
  ...commonFlags,
  ...answerFlags,
  answers: {
    value: 'FILE',
    help: 'answers in YAML or JSON (routerfile/answers.schema.json); flags win over them; - for standard input',
  },
  jwt: {
    value: 'FILE',
    help: 'file with the enrollment token of the router; - for standard input; without it the variable ROUTERFILE_JWT, if it is set',
  },
  'signed-by': {
    value: 'FILE',
    help: 'certificates or public keys in PEM, one of which has to have signed the token: that of the server at its URL',
  },
  'from-record': {
    value: 'NAME|ID',
    help: 'take name, tunneler flag, token and so on from the record of a router; the token is written beside the router file',
  },
  all: {
    help: 'make the files of all edge routers of the API; {name} in answers stands for the name of each',
  },
  filter: {
    value: 'FILTER',
    help: "with --all or --check: of those alone that a filter of the API finds, such as 'isVerified = false'",
  },
  list: {
    value: 'FILE',
    help: 'answers for many routers: a CSV file with a column for each answer, or a JSON list; what exists already is left alone',
  },
  'create-missing': { help: 'with --list: make the records that are missing' },
  're-enroll': {
    value: 'WHICH',
    optional: true,
    help: 'make enrollments anew: expired ones, or all, also those of routers that are enrolled, whose certificates are void then (so for one router if nothing is named)',
    words: () => ['expired', 'all'],
  },
  concurrency: { value: 'N', help: 'how many routers to work on at a time (default: 4)' },
  report: {
    value: 'FILE',
    help: 'write what became of each router as JSON; - for standard output',
  },
  import: {
    value: 'FILE',
    help: 'a router file of another generator: write it as this one would, with the same effect',
  },
  output: {
    value: 'FILE',
    short: 'o',
    help: 'where to write; {name} stands for the name of the router; without it, or with -, standard output',
  },
  'dry-run': { help: 'write nothing, and print what would be written' },
  diff: { help: 'write nothing, and print as a patch what would change' },
  force: { help: 'write over what is there, of which a backup is made' },
  'no-input': { help: 'ask nothing, even on a terminal' },
  ...connectionFlags,
  ...checkFlags,
}

export const presetRows = Object.entries(presets).map(
  ([name, { summary }]) => [name, summary] as const,
)

/** The flag that gives an answer. */
export const findAnswerFlag = (answer: string): string | undefined =>
  Object.entries(answerByFlag).find(([, [name]]) => name === answer)?.[0] ??
  (['target', 'jwt'].includes(answer) ? answer : undefined)

/** The answers that flags give. */
export function readAnswerFlags(flags: FlagValues): Readonly<Record<string, unknown>> {
  const entries = Object.entries(answerByFlag).flatMap(([flag, [name]]): [string, unknown][] => {
    if (!flags.has(flag)) return []
    const { type } = getAnswerSchema(name)
    if (type === 'array') return [[name, flags.values(flag)]]
    const last = flags.last(flag) ?? ''
    if (type === 'integer' && !/^\d+$/.test(last))
      throw new UsageError(`--${flag} ${last}: it takes a port from 1 to 65535`)
    return [[name, type === 'boolean' ? true : type === 'integer' ? Number(last) : last]]
  })
  const target = flags.last('target')
  return { ...Object.fromEntries(entries), ...(target !== undefined && { target }) }
}
