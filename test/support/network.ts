import { onTestFinished } from 'vitest'
import type { Client } from '../../src/management/client/index.js'
import { createClient } from '../../src/management/client/index.js'
import type { ManagementService, ServiceOptions } from '../../src/management/service/index.js'
import { createService } from '../../src/management/service/index.js'
import type { RunResult } from './program.js'
import { runFast } from './program.js'

const admin = { username: 'admin', password: 'orchard-gate' }

/**
 * A separate network: an embedded service on a loopback address, a client, and a function that runs the program with
 * it.
 */
export type Network = {
  service: ManagementService
  url: string
  client: Client
  /** Runs `routerfile generate` in a folder, connected to the network. */
  generate: (argv: readonly string[], folder: string, input?: string) => Promise<RunResult>
}

/** Starts a network that is stopped when the test ends. */
export async function startNetwork(options: Partial<ServiceOptions> = {}): Promise<Network> {
  const service = await createService({ data: ':memory:', admin, ...options })
  onTestFinished(() => service.close())
  const { url } = await service.listen({ port: 0, tls: false })
  const client = createClient({
    url: 'http://embedded/edge/management/v1',
    fetch: service.fetch,
    credentials: admin,
  })
  const env = {
    HOME: '/nonexistent',
    ROUTERFILE_URL: url,
    ROUTERFILE_USERNAME: admin.username,
    ROUTERFILE_PASSWORD: admin.password,
  }
  const generate: Network['generate'] = (argv, cwd, input = '') =>
    runFast(['generate', '--no-input', ...argv], { cwd, env, input })
  return { service, url, client, generate }
}

/** Finds the id of an edge router by its name. */
export async function findRouterId(client: Client, name: string): Promise<string> {
  const [record] = (
    await client.edgeRouters.list({ where: (fields) => fields.name.eq(name), limit: 1 })
  ).data
  if (!record) throw new Error(`there is no record of ${name}`)
  return record.id
}
