import { form } from '../../../generated/form.js'
import { presets } from '../../../generate/presets.js'
import type { FlagGroup, Flags, FlagValues } from '../../flags.js'
import { commonFlags, inGroup } from '../../flags.js'
import { UsageError } from '../../errors.js'
import { connectionFlags } from '../../connection/flags.js'
import { outputFormats } from '../../../generated/formats.js'
import { configurationFlags, environmentFlags, settingFlags } from '../../project-flags.js'
import { colorChoices } from '../../ui/terminal.js'

/** Flags that set one answer each: the flag name, its value, and its help text. */
const answerByFlag = {
  name: ['name', 'NAME', 'Router', 'name of the router'],
  'file-name': ['fileName', 'NAME', 'Router', 'base name of its certificates'],
  preset: ['preset', 'NAME', 'Router', 'purpose of the router, see below'],
  advertise: [
    'advertise',
    'HOST[:PORT]',
    'Addresses',
    'address for clients and routers (repeatable)',
  ],
  controller: [
    'controllers',
    'HOST:PORT',
    'Addresses',
    'control address (default: from the token)',
  ],
  protocol: ['protocols', 'NAME', 'Addresses', 'tls or wss (repeatable)'],
  'edge-port': ['edgePort', 'PORT', 'Addresses', 'port of the edge listener'],
  'wss-port': ['wssPort', 'PORT', 'Addresses', 'port of the WebSocket listener'],
  'link-port': ['linkPort', 'PORT', 'Addresses', 'port of the link listener'],
  tunnel: ['tunnel', 'MODE', 'Router', 'tunneler: none, host, tproxy or proxy'],
  service: ['services', 'NAME:PORT[:PROTO]', 'Router', 'service of --tunnel proxy (repeatable)'],
  diverter: ['diverter', 'PROGRAM', 'Router', 'program that diverts packets for tproxy'],
  'identity-folder': ['identityFolder', 'FOLDER', 'Router', 'directory for keys and certificates'],
  platform: ['platform', 'NAME', 'Router', 'where it runs (sets --identity-folder)'],
  format: ['format', 'NAME', 'Output', 'yaml or json'],
  comments: ['comments', undefined, 'Output', 'explain the keys in comments'],
} as const satisfies Record<
  string,
  readonly [answer: string, value: string | undefined, group: FlagGroup, help: string]
>

const getAnswerSchema = (name: string) => form.properties?.[name] ?? {}

const answerFlags: Flags = Object.fromEntries(
  Object.entries(answerByFlag).map(([flag, [name, value, group, help]]) => {
    const { enum: own, items } = getAnswerSchema(name)
    const words = own ?? items?.enum
    return [
      flag,
      { ...(value !== undefined && { value }), help, group, ...(words && { words: () => words }) },
    ]
  }),
)

/** Flags of `lint` that apply to --check. */
const checkFlags: Flags = {
  format: {
    value: 'NAME[=FILE]',
    short: 'f',
    help: 'yaml or json (with --check: as for lint)',
    group: 'Output',
    words: () => ['yaml', ...outputFormats.map(({ name }) => name)],
  },
  ...environmentFlags,
  ...configurationFlags,
  ...inGroup('Check against records', {
    ...settingFlags,
    check: { help: 'compare router files with the records of the API' },
    'no-ignore': { help: 'include what .gitignore and .routerfileignore list' },
    'max-problems': { value: 'N', help: 'show the first N findings only (pretty)' },
    verbose: { short: 'v', help: 'show every finding, also equal ones' },
    quiet: { short: 'q', help: 'show errors only' },
    'exit-zero': { help: 'exit with 0 despite findings' },
    'no-suppressions': { help: 'show what suppression comments hide' },
    color: { value: 'WHEN', help: 'auto (default), always or never', words: () => colorChoices },
  }),
}

export const generateFlags: Flags = {
  ...commonFlags,
  ...inGroup('Input', {
    answers: { value: 'FILE', help: 'answers in YAML or JSON, - for stdin; flags win' },
    import: { value: 'FILE', help: 'router file of another generator to rewrite' },
    'no-input': { help: 'never ask, even on a terminal' },
  }),
  ...answerFlags,
  ...inGroup('Output', {
    output: { value: 'FILE', short: 'o', help: 'where to write, - for stdout (default)' },
    'dry-run': { help: 'print what would be written, write nothing' },
    diff: { help: 'print what would change as a patch, write nothing' },
    force: { help: 'overwrite files, after a backup' },
  }),
  ...inGroup('Enrollment', {
    jwt: { value: 'FILE', help: 'enrollment token, - for stdin (or ROUTERFILE_JWT)' },
    'signed-by': { value: 'FILE', help: 'certificates or keys (PEM) that sign the token' },
    'from-record': { value: 'NAME|ID', help: 'take name, token and settings from the API' },
    're-enroll': {
      value: 'WHICH',
      optional: true,
      help: 'renew tokens: expired, or all (revokes)',
      words: () => ['expired', 'all'],
    },
  }),
  ...inGroup('Batch', {
    all: { help: 'all edge routers of the API' },
    filter: { value: 'FILTER', help: "of these only some, such as 'isVerified = false'" },
    list: { value: 'FILE', help: 'CSV or JSON with the answers of many routers' },
    'create-missing': { help: 'create missing records (with --list)' },
    concurrency: { value: 'N', help: 'routers at the same time (default: 4)' },
    report: { value: 'FILE', help: 'write the results as JSON, - for stdout' },
  }),
  ...connectionFlags,
  ...checkFlags,
}

export const presetRows = Object.entries(presets).map(
  ([name, { summary }]) => [name, summary] as const,
)

/** The flag for an answer. */
export const findAnswerFlag = (answer: string): string | undefined =>
  Object.entries(answerByFlag).find(([, [name]]) => name === answer)?.[0] ??
  (['target', 'jwt'].includes(answer) ? answer : undefined)

/** The answers from flags. */
export function readAnswerFlags(flags: FlagValues): Readonly<Record<string, unknown>> {
  const entries = Object.entries(answerByFlag).flatMap(([flag, [name]]): [string, unknown][] => {
    if (!flags.has(flag)) return []
    const { type } = getAnswerSchema(name)
    if (type === 'array') return [[name, flags.values(flag)]]
    const last = flags.last(flag) ?? ''
    if (type === 'integer' && !/^\d+$/.test(last))
      throw new UsageError(`--${flag} ${last}: expected a port from 1 to 65535`)
    return [[name, type === 'boolean' ? true : type === 'integer' ? Number(last) : last]]
  })
  const target = flags.last('target')
  return { ...Object.fromEntries(entries), ...(target !== undefined && { target }) }
}
