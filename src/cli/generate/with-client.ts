import type { Client } from '../../management/index.js'
import type { Given } from '../flags.js'

/** Works with the controller that flags name, and ends the session that was opened for it. */
export async function withClient<Value>(
  given: Given,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const { connect } = await import('../connection/index.js')
  const client = await connect(given)
  try {
    return await work(client)
  } finally {
    // What was done is done, and the session ends by itself.
    await client.logout().catch(() => undefined)
  }
}
