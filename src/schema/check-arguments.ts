import { toRecord } from '../document/record.js'
import { findNearest } from './suggest.js'

type Type = 'string' | 'number' | 'boolean' | 'object' | 'list'

/** A parameter of a public function: its type, and for options, those that there are. */
export type Parameter = {
  name: string
  type: Type
  optional?: true
  members?: Readonly<Record<string, Type>>
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
    checkType(name, parameter.name, parameter.type, value)
    if (parameter.members) checkMembers(name, parameter, value)
  }
}

function checkMembers(
  name: string,
  { name: holder, members = {}, required = [], isOpen = false }: Parameter,
  value: unknown,
): void {
  const given = new Map(Object.entries(toRecord(value)))
  for (const member of given.keys()) {
    if (isOpen || Object.hasOwn(members, member)) continue
    const near = findNearest(member, Object.keys(members))
    const known = Object.keys(members).map((known) => `\`${known}\``)
    const remedy = near === undefined ? `use ${known.join(', ')}` : `did you mean \`${near}\`?`
    throw new TypeError(`${name}: unknown option \`${member}\` in \`${holder}\`; ${remedy}`)
  }
  for (const [member, type] of Object.entries(members)) {
    const found = given.get(member)
    if (found !== undefined || required.includes(member))
      checkType(name, `${holder}.${member}`, type, found)
  }
}

function checkType(name: string, argument: string, type: Type, value: unknown): void {
  const found = getType(value)
  if (found === type) return
  throw new TypeError(
    `${name}: \`${argument}\` must be ${withArticle(type)}, found ${withArticle(found)}`,
  )
}

function getType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

const withArticle = (type: string): string =>
  type === 'undefined' || type === 'null' ? type : `${type === 'object' ? 'an' : 'a'} ${type}`
