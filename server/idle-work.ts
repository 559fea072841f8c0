import type { Session } from './session.js'
import { yieldToClient } from './client.js'
import { toLspCompletions } from './completion.js'

/** Looks through the folders of a session, with a progress bar where the client shows one. Of several scans that are wanted at a time, the last runs, and all wait for it. */
export function createScanner({
  connection,
  client,
  files,
  folders,
  publishing,
  ready,
  world,
}: Session): () => Promise<void> {
  const state = { ticket: {}, running: Promise.resolve() }
  const run = async (ticket: object): Promise<void> => {
    await ready()
    if (!world || folders.all().length === 0 || state.ticket !== ticket) return
    const progress = client.hasProgress
      ? await connection.window.createWorkDoneProgress().catch(() => undefined)
      : undefined
    progress?.begin('Looking for router files', 0, undefined, true)
    try {
      await files.scan(async (done, total) => {
        progress?.report(Math.floor((100 * done) / total), `${done} of ${total} files`)
        await yieldToClient()
        return state.ticket === ticket && !progress?.token.isCancellationRequested
      })
    } finally {
      progress?.done()
    }
    publishing.scheduleAll()
  }
  return async () => {
    const ticket = {}
    state.ticket = ticket
    state.running = state.running
      .then(() => run(ticket))
      .catch((error: unknown) =>
        connection.console.error(
          `the folders cannot be looked through: ${error instanceof Error ? error.message : String(error)}`,
        ),
      )
    let last: Promise<void>
    do {
      last = state.running
      await last
    } while (last !== state.running)
  }
}

/** A file with something of all that completions look at. */
export const example = `v: 3
identity:
  cert: pki/router.cert
  server_cert: pki/router.server.chain.cert
  key: pki/router.key
ctrl:
  endpoint: tls:ctrl.example.com:6262
link:
  dialers:
    - binding: transport
      options:
        outQueueSize: 4
  listeners:
    - binding: transport
      bind: tls:0.0.0.0:10080
      advertise: tls:router.example.com:10080
csr:
  sans:
    dns:
      - router.example.com
    ip: [127.0.0.1]
listeners:
  - binding: edge
    address: tls:0.0.0.0:3022
    options:
      advertise: router.example.com:3022
      connectTimeout: 5s
  - binding: tunnel
    options:
      mode: host
edge: {}
forwarder:
  idleTxInterval: 60000
`

/** Offsets of the last words of its lines, and of their ends. */
export const listOffsets = (): number[] => [...example.matchAll(/\S*$/gm)].map(({ index }) => index)

/** Milliseconds between two steps, and how often each is made. */
const interval = 5
const repetitions = 5

/**
 * Completes at every line of a small file while nothing else is to be done, as V8 compiles code when it first runs, and
 * better when it ran often: the first answer would take ten times as long as later ones.
 */
export async function warmUp({ client, seeing }: Session): Promise<void> {
  const seen = seeing.inspect({
    uri: 'untitled:router.yaml',
    languageId: 'yaml',
    text: () => example,
  })
  if (!seen) return
  for (const offset of Array.from({ length: repetitions }, listOffsets).flat()) {
    await yieldToClient(interval)
    toLspCompletions(seen, offset, { client, surroundings: {} })
  }
}
