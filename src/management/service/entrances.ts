import type { Contract, Operation } from '../operation.js'
import type { Route } from './routes.js'
import { routes } from './routes.js'

/** Below which path an API is. */
export const basePaths = { management: '/edge/management/v1', client: '/edge/client/v1' } as const

/** The name that the API of clients had first. */
const clientAlias = '/edge/v1'

/** What clients may ask below their own base path too: all that tells about the service, and needs no session. */
export const forClients = (operations: readonly Operation[]): Operation[] => operations.filter(({ resource, right, unserved }) => resource === 'information' && right === 'none' && !unserved)

/** What is at the root of the host, where no API is. */
const atRoot = ['listVersion', 'listWellKnownCas']

type Entrance = { base: string; find: ReturnType<typeof routes> }

/** A function from method and path to what it leads to; undefined where nothing is. */
export function entrances({ operations }: Contract, isServed: (operation: Operation) => boolean): (method: string, path: string) => Route | undefined {
  const clients = routes(forClients(operations))
  const all: Entrance[] = [
    { base: basePaths.management, find: routes(operations.filter(isServed)) },
    { base: basePaths.client, find: clients },
    { base: clientAlias, find: clients },
    { base: '', find: routes(operations.filter(({ id }) => atRoot.includes(id))) },
  ]
  return (method, path) => {
    const entrance = all.find(({ base }) => path.startsWith(base) && ['', '/'].includes(path.charAt(base.length)))
    return entrance?.find(method, path.slice(entrance.base.length))
  }
}
