import { contract } from '../../../generated/management/contract.js'
import type { Operation } from '../../../management/operation.js'
import { findNearest } from '../../../schema/suggest.js'
import { UsageError } from '../../errors.js'
import { toKebabCase } from '../../flags.js'
import { isPlainObject } from '../../../document/record.js'

/** The name of an operation on the command line, as in `edge-routers.re-enroll`. */
export const getOperationName = ({ resource, name }: Operation): string =>
  toKebabCase(`${resource}.${name}`)

export const resourceNames: readonly string[] = Object.keys(contract.resources).map(toKebabCase)

/**
 * The letters and digits of a word, in lower case, so that `edge-routers`, `edgeRouters` and `EdgeRouters` are equal.
 */
const toComparable = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The operation or resource that arguments name, and the number of arguments that form its name. */
export type OperationOrResource =
  { operation: Operation; wordCount: number } | { resource: string; wordCount: number }

const isResource =
  (word: string): ((resource: string) => boolean) =>
  (resource) =>
    toComparable(word) === toComparable(resource) ||
    toComparable(word) === toComparable(contract.resources[resource]?.title ?? '')

/**
 * Finds the operation or resource that words name: `edge-routers.list`, `edgeRouters list`, `listEdgeRouters`. Throws a
 * `UsageError` with a suggestion if there is none.
 */
export function findOperationOrResource([
  first = '',
  second,
]: readonly string[]): OperationOrResource {
  const [head = '', tail] = first.split('.')
  const resource = Object.keys(contract.resources).find(isResource(head))
  const byId = contract.operations.find(({ id }) => id.toLowerCase() === first.toLowerCase())
  if (!resource && byId) return { operation: byId, wordCount: 1 }
  if (!resource) throw createUnknownWordError(first)
  const name = tail ?? second
  if (name === undefined) return { resource, wordCount: 1 }
  const siblings = contract.operations.filter((operation) => operation.resource === resource)
  const operation = siblings.find(
    (candidate) => toComparable(candidate.name) === toComparable(name),
  )
  if (operation) return { operation, wordCount: tail === undefined ? 2 : 1 }
  const suggestion = findNearest(
    name,
    siblings.map((candidate) => candidate.name),
  )
  throw new UsageError(
    `${toKebabCase(resource)} ${siblings.length === 0 ? 'has no operations' : `has no operation ${name}; ${suggestion === undefined ? `it has ${siblings.map((candidate) => toKebabCase(candidate.name)).join(', ')}` : `did you mean ${toKebabCase(resource)}.${toKebabCase(suggestion)}?`}`}`,
  )
}

function createUnknownWordError(word: string): UsageError {
  const names = [
    ...resourceNames,
    ...contract.operations.flatMap((operation) => [getOperationName(operation), operation.id]),
    'login',
    'logout',
    'profiles',
  ]
  const suggestion =
    contract.operations
      .filter(({ name }) => toComparable(name) === toComparable(word))
      .map(getOperationName)[0] ?? findNearest(word, names)
  const containingNames = resourceNames.filter((name) =>
    toComparable(name).includes(toComparable(word)),
  )
  const hint = suggestion
    ? `; did you mean ${suggestion}?`
    : containingNames.length > 0 && toComparable(word) !== ''
      ? `; there ${containingNames.length === 1 ? 'is' : 'are'} ${containingNames.join(', ')}`
      : ''
  return new UsageError(
    `unknown resource or operation "${word}"${hint}; \`routerfile api\` lists them`,
  )
}

export const findListOperation = ({
  resource,
}: Pick<Operation, 'resource'>): Operation | undefined =>
  contract.operations.find(
    (operation) =>
      operation.resource === resource &&
      operation.name === 'list' &&
      operation.answer === 'page' &&
      operation.parameters.length === 0,
  )

export const findListForDelete = (operation: Operation): Operation | undefined =>
  operation.name === 'delete' && operation.parameters.length === 1
    ? findListOperation(operation)
    : undefined

type Method = (...values: readonly unknown[]) => unknown

export function getMethod(client: object, { resource, name }: Operation): Method {
  const group: unknown = Reflect.get(client, resource)
  const method = isPlainObject(group) ? group[name] : undefined
  if (typeof method !== 'function') throw new Error(`the client has no ${resource}.${name}`)
  return (...values): unknown => {
    const result: unknown = Reflect.apply(method, group, values)
    return result
  }
}
