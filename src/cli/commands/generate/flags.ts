import { answersSchema } from '../../../generated/answers-schema.js'
import { presets } from '../../../generate/presets.js'
import type { CommandOptions, Flags } from '../../flags.js'
import {
  commonFlags,
  configurationFlags,
  environmentFlags,
  assignGroup,
  listSetOptions,
  omitFlags,
  toKebabCase,
} from '../../flags.js'
import type { CheckedAnswers } from '../../../generate/answers.js'
import { UsageError } from '../../errors.js'
import { outputFlags } from '../../output.js'
import { selectionFlags, settingFlags } from '../../project-flags.js'
import { connectionFlags } from '../../connection/flags.js'
import { outputFormats } from '../../../generated/formats.js'
import { listNamedWords } from '../../../schema/data-schema.js'
import { writeFlags } from './files.js'

const getAnswerSchema = (name: string) => answersSchema.properties?.[name] ?? {}

function listAnswerWords(name: string): readonly string[] {
  const schema = getAnswerSchema(name)
  return listNamedWords(schema) ?? listNamedWords(schema.items ?? {}) ?? []
}

const portDescription = 'a port from 1 to 65535'

/** Flags that set one answer each. */
const answerFlags = {
  ...assignGroup('Router', {
    name: { value: 'NAME', help: 'name of the router' },
    'file-name': { value: 'NAME', help: 'base name of its certificates' },
    preset: {
      value: 'NAME',
      help: 'purpose of the router, see below',
      words: () => listAnswerWords('preset'),
    },
  }),
  ...assignGroup('Addresses', {
    advertise: {
      value: 'HOST[:PORT]',
      repeatable: true,
      help: 'address for clients and routers (repeatable)',
    },
    controller: {
      value: 'HOST:PORT',
      repeatable: true,
      help: 'control address (default: from the token)',
    },
    protocol: {
      value: 'NAME',
      repeatable: true,
      help: 'tls or wss (repeatable)',
      words: () => listAnswerWords('protocols'),
    },
    'edge-port': {
      value: 'PORT',
      integerDescription: portDescription,
      help: 'port of the edge listener',
    },
    'wss-port': {
      value: 'PORT',
      integerDescription: portDescription,
      help: 'port of the WebSocket listener',
    },
    'link-port': {
      value: 'PORT',
      integerDescription: portDescription,
      help: 'port of the link listener',
    },
  }),
  ...assignGroup('Router', {
    tunnel: {
      value: 'MODE',
      help: 'tunneler: none, host, tproxy or proxy',
      words: () => listAnswerWords('tunnel'),
    },
    service: {
      value: 'NAME:PORT[:PROTO]',
      repeatable: true,
      help: 'service of --tunnel proxy (repeatable)',
    },
    diverter: { value: 'PROGRAM', help: 'program that diverts packets for tproxy' },
    resolver: { value: 'udp://IP:PORT', help: 'where tproxy answers DNS queries' },
    'lan-if': { value: 'NAME', help: 'network interface that tproxy intercepts' },
    'identity-folder': { value: 'FOLDER', help: 'directory for keys and certificates' },
    platform: {
      value: 'NAME',
      help: 'where it runs (sets --identity-folder)',
      words: () => listAnswerWords('platform'),
    },
  }),
  ...assignGroup('Output', {
    format: {
      value: 'NAME[=FILE]',
      repeatable: true,
      short: 'f',
      help: 'yaml or json (with --check: as for lint)',
      words: () => ['yaml', ...outputFormats.map(({ name }) => name)],
    },
    comments: { help: 'explain the keys in comments' },
  }),
} as const satisfies Flags

/** Flags of `lint` that apply to --check. */
const checkFlags = {
  // Without `--platform`: in `generate`, that flag describes the router to generate. The platform of checked files
  // comes from the config file.
  ...omitFlags(environmentFlags, { platform: environmentFlags.platform }),
  ...configurationFlags,
  ...assignGroup('Check against records', {
    ...settingFlags,
    check: { help: 'compare router files with the records of the API' },
    'no-ignore': selectionFlags['no-ignore'],
    'max-problems': outputFlags['max-problems'],
    verbose: outputFlags.verbose,
    quiet: outputFlags.quiet,
    'exit-zero': outputFlags['exit-zero'],
    'no-suppressions': { help: 'show what suppression comments hide' },
    color: outputFlags.color,
  }),
}

export const generateFlags = {
  ...commonFlags,
  ...assignGroup('Input', {
    answers: { value: 'FILE', help: 'answers in YAML or JSON, - for stdin; flags win' },
    import: { value: 'FILE', help: 'router file of another generator to rewrite' },
    'no-input': { help: 'never ask, even on a terminal' },
  }),
  ...answerFlags,
  ...assignGroup('Output', {
    output: { value: 'FILE', short: 'o', help: 'where to write, - for stdout (default)' },
  }),
  ...writeFlags,
  ...assignGroup('Enrollment', {
    jwt: { value: 'FILE', help: 'enrollment token, - for stdin (or ROUTERFILE_JWT)' },
    'signed-by': { value: 'FILE', help: 'certificates or keys (PEM) that sign the token' },
    'from-record': { value: 'NAME|ID', help: 'take name, token and settings from the API' },
    're-enroll': {
      value: 'WHICH',
      optional: true,
      help: 'renew tokens: expired, or all (revokes)',
      choices: ['expired', 'all'],
    },
  }),
  ...assignGroup('Batch', {
    all: { help: 'all edge routers of the API' },
    filter: { value: 'FILTER', help: "only those that match, such as 'isVerified = false'" },
    list: { value: 'FILE', help: 'CSV or JSON with answers of many routers; flags win' },
    'create-missing': { help: 'create missing records (with --list)' },
    concurrency: { value: 'N', help: 'routers at the same time (default: 4)' },
    report: { value: 'FILE', help: 'write the results as JSON, - for stdout' },
  }),
  ...connectionFlags,
  ...checkFlags,
} as const satisfies Flags

export type GenerateCommandOptions = CommandOptions<typeof generateFlags>

/** `all` also renews the enrollments of enrolled routers, whose certificates become invalid then. */
export type Renewal = 'none' | 'expired' | 'all'

/** The value of --re-enroll. Without a value, it means `all`, and is refused for many routers. */
export function readRenewal(options: GenerateCommandOptions): Renewal {
  const { reEnroll } = options
  if (reEnroll === '' && isForMany(options))
    throw new UsageError(
      '--re-enroll revokes the certificates of enrolled routers; use --re-enroll=expired to renew expired tokens only, or --re-enroll=all for all routers',
    )
  return reEnroll === '' ? 'all' : (reEnroll ?? 'none')
}

export const isForMany = ({ list: listPath, all }: GenerateCommandOptions): boolean =>
  listPath !== undefined || all

export const presetRows = Object.entries(presets).map(
  ([name, { summary }]) => [name, summary] as const,
)

/** Answers whose names differ from those of their flags. */
const answerByFlag: Readonly<Record<string, string>> = {
  controller: 'controllers',
  protocol: 'protocols',
  service: 'services',
}

const tunnelOptionByFlag: Readonly<Record<string, string>> = {
  resolver: 'resolver',
  'lan-if': 'lanIf',
}

export function readAnswerOptions(
  options: GenerateCommandOptions,
): Readonly<Record<string, unknown>> {
  const chosenFlags = listSetOptions({ target: commonFlags.target, ...answerFlags }, options)
  const tunnelOptions = chosenFlags.flatMap(([name, value]): [string, unknown][] => {
    const option = tunnelOptionByFlag[toKebabCase(name)]
    return option === undefined ? [] : [[option, value]]
  })
  const plainAnswers = chosenFlags.flatMap(([name, value]): [string, unknown][] =>
    toKebabCase(name) in tunnelOptionByFlag
      ? []
      : [[answerByFlag[name] ?? name, name === 'format' ? options.format.at(-1) : value]],
  )
  return {
    ...Object.fromEntries<unknown>(plainAnswers),
    ...(tunnelOptions.length > 0 && { tunnelOptions: Object.fromEntries<unknown>(tunnelOptions) }),
  }
}

/** Merges answers; `others` take precedence. Options of the tunnel listener are merged one by one. */
export const mergeAnswers = (base: CheckedAnswers, others: CheckedAnswers): CheckedAnswers => ({
  ...base,
  ...others,
  ...(base.tunnelOptions &&
    others.tunnelOptions && {
      tunnelOptions: { ...base.tunnelOptions, ...others.tunnelOptions },
    }),
})

export function findAnswerFlag(answerName: string): string | undefined {
  const renamedFlag = Object.keys(answerByFlag).find((flag) => answerByFlag[flag] === answerName)
  const flag = renamedFlag ?? toKebabCase(answerName)
  return ['target', 'jwt'].includes(flag) || flag in answerFlags ? flag : undefined
}
