import type { Port } from './worker-session.js'
import { sessionWith } from './worker-session.js'

/** The part of the browser's `Worker` that this page uses; types of browsers are not available here. */
declare const Worker: new (url: string, options: { type: 'module' }) => Port

const send = (answer: unknown): Promise<Response> =>
  fetch('/heard', { method: 'POST', body: JSON.stringify(answer) })

sessionWith(new Worker('/language-server.browser.js', { type: 'module' })).then(
  send,
  (error: unknown) => send({ error: String(error) }),
)
