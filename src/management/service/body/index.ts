import type { Operation, Shape } from '../../operation.js'

/** What a request is sent with. */
export async function readInput(request: Request, { body }: Operation, _: Readonly<Record<string, Shape>>): Promise<unknown> {
  const text = await request.text()
  return body ? ('text' in body ? text : text === '' ? undefined : JSON.parse(text)) : undefined
}
