import type { Port } from './worker-session.js'
import { sessionWith } from './worker-session.js'

/** What a page of the tests uses of its browser; the types of browsers are not at hand here. */
declare const Worker: new (url: string, options: { type: 'module' }) => Port

const send = (answer: unknown): Promise<Response> =>
  fetch('/heard', { method: 'POST', body: JSON.stringify(answer) })

sessionWith(new Worker('/language-server.browser.js', { type: 'module' })).then(
  send,
  (error: unknown) => send({ error: String(error) }),
)
