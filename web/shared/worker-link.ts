/** Questions to a worker; only the answer to the last one counts. */
export type WorkerLink<Question, Answer> = {
  ask: (question: Question, onAnswer: (answer: Answer) => void) => void
  stop: () => void
}

/** What a worker is sent, and what it sends back: a question and its answer have the same number. */
export type Numbered<Content> = { id: number; content: Content }

/** What is done where a worker does not answer. */
export type WorkerFailures = {
  /** It was ended, as it took too long or failed. */
  onHang: () => void
  /** It failed before its first message, as its script was blocked or does not run here. */
  onBroken: () => void
}

/** How long a worker may take for an answer, in milliseconds. */
const maxTime = 60_000

/** After this time, the next question replaces a busy worker: others would answer sooner. */
const patience = 1000

/**
 * Starts a worker when it is asked for the first time, and again after a question that took too long.
 *
 * @param address The script of the worker.
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
