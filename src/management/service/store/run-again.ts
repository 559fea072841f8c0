/** Thrown by the work of a transaction that needs something first: it is undone, and run again when `ready` resolves. */
export class RunAgain extends Error {
  readonly ready: Promise<unknown>

  constructor(ready: Promise<unknown>) {
    super('the transaction needs something first')
    this.ready = ready
    // Whoever waits is told.
    ready.catch(() => undefined)
  }
}
