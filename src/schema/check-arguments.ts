import { toRecord } from '../document/record.js'
import { describeUnknownTarget, findModel } from './model.js'
import { findNearest } from './suggest.js'

type ArgumentType = 'string' | 'number' | 'boolean' | 'object' | 'list'

/**
 * The type of an option. `release` is the name of a known release, for functions whose results cannot report an unknown
 * release; `severities` is a map of severities by rule.
 */
export type OptionType = ArgumentType | 'release' | 'severities'

/** A parameter of a public function: its type, and the names and types of its options. */
export type Parameter = {
  name: string
  type: ArgumentType | 'text or file'
  optional?: true
  members?: Readonly<Record<string, OptionType>>
  required?: readonly string[]
  /** Whether other members are allowed, as in objects that callers made for other purposes too. */
  isOpen?: boolean
}

/**
 * Creates a function that checks its arguments before it calls `run`, for callers without a type checker. It throws a
 * `TypeError` that names the wrong argument.
 */
export const withChecks =
  <Values extends readonly unknown[], Result>(
    functionName: string,
    parameters: readonly Parameter[],
    run: (...values: Values) => Result,
  ): ((...values: Values) => Result) =>
  (...values) => {
    checkArguments(functionName, parameters, values)
    return run(...values)
  }

/** Throws a `TypeError` that names the first wrong argument or unknown option of a function, if there is one. */
export function checkArguments(
  functionName: string,
  parameters: readonly Parameter[],
  values: readonly unknown[],
): void {
  for (const [index, parameter] of parameters.entries()) {
    const value = values[index]
    if (value === undefined && parameter.optional) continue
    if (parameter.type === 'text or file') {
      if (typeof value === 'string') continue
      checkType(functionName, parameter.name, 'object', value, 'a string or an object')
      checkMembers(functionName, { ...parameter, ...fileMembers }, value)
    } else checkType(functionName, parameter.name, parameter.type, value)
    if (parameter.members) checkMembers(functionName, parameter, value)
  }
}

const fileMembers = {
  members: { text: 'string', path: 'string' },
  required: ['text', 'path'],
  isOpen: true,
} as const

function checkMembers(
  functionName: string,
  { name: argument, members = {}, required = [], isOpen = false }: Parameter,
  value: unknown,
): void {
  const entries = new Map(Object.entries(toRecord(value)))
  for (const member of entries.keys()) {
    if (isOpen || Object.hasOwn(members, member)) continue
    const suggestion = findNearest(member, Object.keys(members))
    const quotedNames = Object.keys(members).map((option) => `\`${option}\``)
    const remedy =
      suggestion === undefined ? `use ${quotedNames.join(', ')}` : `did you mean \`${suggestion}\`?`
    throw new TypeError(
      `${functionName}: unknown option \`${member}\` in \`${argument}\`; ${remedy}`,
    )
  }
  for (const [member, type] of Object.entries(members)) {
    const memberValue = entries.get(member)
    if (memberValue !== undefined || required.includes(member))
      checkOption(functionName, `${argument}.${member}`, type, memberValue)
  }
}

function checkOption(
  functionName: string,
  argument: string,
  type: OptionType,
  value: unknown,
): void {
  if (type === 'release') {
    checkType(functionName, argument, 'string', value)
    const target = String(value)
    if (!findModel(target)) throw new TypeError(`${functionName}: ${describeUnknownTarget(target)}`)
  } else if (type === 'severities') {
    checkType(functionName, argument, 'object', value)
    for (const [rule, severity] of Object.entries(toRecord(value)))
      checkSeverity(functionName, `${argument}.${rule}`, severity)
  } else checkType(functionName, argument, type, value)
}

const severities = ['error', 'warning', 'info', 'off']

function checkSeverity(functionName: string, argument: string, value: unknown): void {
  if (value === undefined || severities.some((severity) => severity === value)) return
  const foundText = typeof value === 'string' ? `\`${value}\`` : withArticle(getType(value))
  const suggestion =
    typeof value === 'string' && value !== ''
      ? (severities.find((severity) => severity.startsWith(value.toLowerCase())) ??
        findNearest(value, severities))
      : undefined
  throw new TypeError(
    `${functionName}: \`${argument}\` must be \`error\`, \`warning\`, \`info\` or \`off\`, found ${foundText}${suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`}`,
  )
}

function checkType(
  functionName: string,
  argument: string,
  type: ArgumentType,
  value: unknown,
  expected = withArticle(type),
): void {
  const actualType = getType(value)
  if (actualType === type) return
  throw new TypeError(
    `${functionName}: \`${argument}\` must be ${expected}, found ${withArticle(actualType)}`,
  )
}

function getType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

const withArticle = (type: string): string =>
  type === 'undefined' || type === 'null' ? type : `${type === 'object' ? 'an' : 'a'} ${type}`
