import { toRecord } from '../document/record.js'
import { describeUnknownTarget, findModel } from './model.js'
import { findNearest } from './suggest.js'

type Type = 'string' | 'number' | 'boolean' | 'object' | 'list'

/**
 * The type of an option. `release` is the name of a known release, for functions that cannot report an unknown one in
 * their result; `severities` is a map by rule.
 */
export type OptionType = Type | 'release' | 'severities'

/** A parameter of a public function: its type, and the names and types of its options. */
export type Parameter = {
  name: string
  type: Type | 'text or file'
  optional?: true
  members?: Readonly<Record<string, OptionType>>
  /** The members without which the function cannot work. */
  required?: readonly string[]
  /** Whether it may have other members, as data of a caller may. */
  isOpen?: boolean
}

/**
 * A function that first checks its arguments, for callers whose compiler did not. Throws a `TypeError` that names the
 * function and the argument.
 */
export const withChecks =
  <Values extends readonly unknown[], Result>(
    name: string,
    parameters: readonly Parameter[],
    run: (...values: Values) => Result,
  ): ((...values: Values) => Result) =>
  (...values) => {
    checkArguments(name, parameters, values)
    return run(...values)
  }

/** Throws a `TypeError` that names the first wrong argument or misspelled option of a function. */
export function checkArguments(
  name: string,
  parameters: readonly Parameter[],
  values: readonly unknown[],
): void {
  for (const [index, parameter] of parameters.entries()) {
    const value = values[index]
    if (value === undefined && parameter.optional) continue
    if (parameter.type === 'text or file') {
      if (typeof value === 'string') continue
      checkType(name, parameter.name, 'object', value, 'a string or an object')
      checkMembers(name, { ...parameter, ...fileMembers }, value)
    } else checkType(name, parameter.name, parameter.type, value)
    if (parameter.members) checkMembers(name, parameter, value)
  }
}

/** The members of a file that is given with its text. */
const fileMembers = {
  members: { text: 'string', path: 'string' },
  required: ['text', 'path'],
  isOpen: true,
} as const

function checkMembers(
  name: string,
  { name: holder, members = {}, required = [], isOpen = false }: Parameter,
  value: unknown,
): void {
  const entries = new Map(Object.entries(toRecord(value)))
  for (const member of entries.keys()) {
    if (isOpen || Object.hasOwn(members, member)) continue
    const near = findNearest(member, Object.keys(members))
    const known = Object.keys(members).map((known) => `\`${known}\``)
    const remedy = near === undefined ? `use ${known.join(', ')}` : `did you mean \`${near}\`?`
    throw new TypeError(`${name}: unknown option \`${member}\` in \`${holder}\`; ${remedy}`)
  }
  for (const [member, type] of Object.entries(members)) {
    const found = entries.get(member)
    if (found !== undefined || required.includes(member))
      checkOption(name, `${holder}.${member}`, type, found)
  }
}

function checkOption(name: string, argument: string, type: OptionType, value: unknown): void {
  if (type === 'release') {
    checkType(name, argument, 'string', value)
    const target = String(value)
    if (!findModel(target)) throw new TypeError(`${name}: ${describeUnknownTarget(target)}`)
  } else if (type === 'severities') {
    checkType(name, argument, 'object', value)
    for (const [rule, severity] of Object.entries(toRecord(value)))
      checkSeverity(name, `${argument}.${rule}`, severity)
  } else checkType(name, argument, type, value)
}

const severities = ['error', 'warning', 'info', 'off']

function checkSeverity(name: string, argument: string, value: unknown): void {
  if (value === undefined || severities.some((severity) => severity === value)) return
  const found = typeof value === 'string' ? `\`${value}\`` : withArticle(getType(value))
  const near =
    typeof value === 'string' && value !== ''
      ? (severities.find((severity) => severity.startsWith(value.toLowerCase())) ??
        findNearest(value, severities))
      : undefined
  throw new TypeError(
    `${name}: \`${argument}\` must be \`error\`, \`warning\`, \`info\` or \`off\`, found ${found}${near === undefined ? '' : `; did you mean \`${near}\`?`}`,
  )
}

function checkType(
  name: string,
  argument: string,
  type: Type,
  value: unknown,
  expected = withArticle(type),
): void {
  const found = getType(value)
  if (found === type) return
  throw new TypeError(`${name}: \`${argument}\` must be ${expected}, found ${withArticle(found)}`)
}

function getType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

const withArticle = (type: string): string =>
  type === 'undefined' || type === 'null' ? type : `${type === 'object' ? 'an' : 'a'} ${type}`
