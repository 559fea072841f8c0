import { contract } from '../../generated/management/contract.js'
import type { Operation } from '../../management/operation.js'
import { nearest } from '../../schema/suggest.js'
import { UsageError } from '../flags.js'

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** How a resource is written on the command line, as in `edge-routers`. */
export const resourceName = (resource: string): string => kebab(resource)

/** How an operation is written on the command line, as in `edge-routers.re-enroll`. */
export const operationName = ({ resource, name }: Operation): string => `${kebab(resource)}.${kebab(name)}`

export const resourceNames: readonly string[] = Object.keys(contract.resources).map(resourceName)

/** Letters alone, so that `edge-routers`, `edgeRouters` and `EdgeRouters` are the same. */
const bare = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** What words mean: an operation or a resource, and how many of the words name it. */
export type Meant = { operation: Operation; words: number } | { resource: string; words: number }

const isResource = (word: string): ((resource: string) => boolean) => (resource) => bare(word) === bare(resource) || bare(word) === bare(contract.resources[resource]?.title ?? '')

/** The operation or the resource that words name: `edge-routers.list`, `edgeRouters list`, `listEdgeRouters`. */
export function meant([first = '', second]: readonly string[]): Meant {
  const [head = '', tail] = first.split('.')
  const resource = Object.keys(contract.resources).find(isResource(head))
  const byId = contract.operations.find(({ id }) => id.toLowerCase() === first.toLowerCase())
  if (!resource && byId) return { operation: byId, words: 1 }
  if (!resource) throw unknownWord(first)
  const name = tail ?? second
  if (name === undefined) return { resource, words: 1 }
  const own = contract.operations.filter((operation) => operation.resource === resource)
  const operation = own.find((candidate) => bare(candidate.name) === bare(name))
  if (operation) return { operation, words: tail === undefined ? 2 : 1 }
  const near = nearest(name, own.map((candidate) => candidate.name))
  throw new UsageError(`${resourceName(resource)} ${own.length === 0 ? 'has no operations' : `has no operation ${name}; ${near === undefined ? `it has ${own.map((candidate) => kebab(candidate.name)).join(', ')}` : `did you mean ${resourceName(resource)}.${kebab(near)}?`}`}`)
}

function unknownWord(word: string): UsageError {
  const names = [...resourceNames, ...contract.operations.flatMap((operation) => [operationName(operation), operation.id]), 'login', 'logout', 'profiles']
  const near = nearest(word, names)
  return new UsageError(`${word} is no resource or operation of the management API${near ? `; did you mean ${near}?` : ''}; \`routerfile api\` lists them`)
}
