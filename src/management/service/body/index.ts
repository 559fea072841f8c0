import type { Operation, Shape } from '../../operation.js'
import type { Incoming } from '../exchange.js'

/** What a request is sent with. */
export async function readInput(incoming: Incoming, { body }: Operation, _: Readonly<Record<string, Shape>>): Promise<unknown> {
  const text = await incoming.text()
  return body ? ('text' in body ? text : text === '' ? undefined : JSON.parse(text)) : undefined
}
