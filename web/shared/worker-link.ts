/** Sends requests to a worker; only the answer to the latest one is delivered. */
export type WorkerLink<Question, Answer> = {
  ask: (question: Question, onAnswer: (answer: Answer) => void) => void
  stop: () => void
}

/** A message to or from the worker; a request and its answer have the same id. */
export type Numbered<Content> = { id: number; content: Content }

/** Callbacks for a worker that does not answer. */
export type WorkerFailures = {
  /** The worker was stopped because it took too long or failed. */
  onHang: () => void
  /** The worker failed before its first message: its script was blocked, or does not run in this browser. */
  onBroken: () => void
}

/** Maximum time for an answer, in milliseconds. */
const maxTime = 60_000

/**
 * After this time in milliseconds, the next request restarts a busy worker, because the old request
 * would delay it.
 */
const patience = 1000

/**
 * Starts a worker on the first request, and again after it was stopped.
 *
 * @param address Address of the worker's script.
 */
export function linkWorker<Question, Answer>(
  address: string,
  { onHang, onBroken }: WorkerFailures,
): WorkerLink<Question, Answer> {
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Numbered<(answer: Answer) => void> = { id: 0, content: () => undefined }
  let busySince: number | undefined
  const stop = (): void => {
    clearTimeout(timer)
    worker?.terminate()
    worker = undefined
    busySince = undefined
  }
  const fail = (): void => {
    stop()
    onHang()
  }
  const start = (): Worker => {
    const started = new Worker(address, { type: 'module' })
    let hasStarted = false
    started.addEventListener('error', () => {
      stop()
      if (hasStarted) onHang()
      else onBroken()
    })
    started.addEventListener('message', ({ data }: MessageEvent<Numbered<Answer>>) => {
      hasStarted = true
      if (data.id !== last.id) return
      clearTimeout(timer)
      busySince = undefined
      last.content(data.content)
    })
    return started
  }
  return {
    ask: (question, onAnswer) => {
      if (busySince !== undefined && performance.now() - busySince > patience) stop()
      worker ??= start()
      clearTimeout(timer)
      busySince ??= performance.now()
      timer = setTimeout(fail, maxTime)
      last = { id: last.id + 1, content: onAnswer }
      const message: Numbered<Question> = { id: last.id, content: question }
      worker.postMessage(message)
    },
    stop,
  }
}
