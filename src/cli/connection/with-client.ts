import type { Client } from '../../management/client/index.js'
import type { ControllerOptions } from './flags.js'

/**
 * Works with a client for the controller that flags, variables and logins name, and ends a session that was opened for
 * it. What connects is loaded only now: most runs of `generate` need no controller.
 */
export async function withClient<Value>(
  connection: Partial<ControllerOptions>,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const { connectClient } = await import('./connect.js')
  return endSessionAfter(await connectClient(connection), work)
}

/** Works with a client, and ends its session. One that cannot be ended expires by itself. */
export async function endSessionAfter<Value>(
  client: Client,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(client)
  } finally {
    await client.logout().catch(() => undefined)
  }
}
