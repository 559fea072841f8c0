import type { Session } from './session.js'
import { pause } from './pause.js'

/** Looks through the folders of a session, with a progress bar where the client shows one. Of several scans that are wanted at a time, the last runs, and all wait for it. */
export function scanning({
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
        await pause()
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
