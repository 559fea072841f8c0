import { isDeepStrictEqual } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Client } from '../../../src/management/client/index.js'
import { createClient, ManagementError } from '../../../src/management/client/index.js'
import { fetchCas, nodeFetch } from '../../../src/management/client/node/index.js'
import { after, life } from './lives.js'
import type { Found } from './check.js'
import { checkRecords } from './check.js'

/**
 * The progress of a writer: its number, the repetition of its steps (`life`), how many steps of it were acknowledged,
 * and whether another one was sent.
 */
export type Position = { number: number; life: number; done: number; isPending: boolean }

/**
 * The state that must survive each kill: the positions of the writers, the last printed password, a session, and the
 * CA; also the time of the last start, in ms.
 */
export type SurvivingState = {
  writers: Position[]
  password: string
  token?: string
  fingerprint?: string
  start: number
}

/**
 * Counts over all kills: `kills` during writes, `starting` and `started` before and after the service listens;
 * `acknowledged` requests, and unanswered ones that took effect (`finished`) or did not (`undone`); checks of all
 * records (`looks`), and the faults found.
 */
export type Tally = {
  kills: number
  starting: number
  started: number
  acknowledged: number
  finished: number
  undone: number
  looks: number
  faults: string[]
}

export const createTally = (): Tally => ({
  kills: 0,
  starting: 0,
  started: 0,
  acknowledged: 0,
  finished: 0,
  undone: 0,
  looks: 0,
  faults: [],
})

/** Creates the state for a new folder; `start` is the estimated time of the first start, in ms. */
export const createSurvivingState = (writers: number, start = 500): SurvivingState => ({
  writers: Array.from({ length: writers }, (_, number) => ({
    number,
    life: 0,
    done: 0,
    isPending: false,
  })),
  password: '',
  start,
})

/**
 * When to kill the service: during starts, as fractions of the time of a start; and during writes, in ms after they
 * begin. Without `late`, there are no writes.
 */
export type Moments = { early: readonly number[]; late?: number }

const formatPrefix = ({ number, life: which }: Position): string => `writer${number}-${which}-`

/** Creates a client without retries that uses its own connections. */
async function connect(
  url: string,
  { fingerprint = '', password, token }: SurvivingState,
): Promise<{ client: Client; close: () => Promise<void> }> {
  const fetch = nodeFetch({ ca: await fetchCas({ url, fingerprint }), proxy: false })
  return {
    client: createClient({
      url,
      fetch,
      retry: false,
      credentials: token === undefined ? { username: 'admin', password } : { token },
    }),
    close: () => fetch.close(),
  }
}

/**
 * Compares the records of a writer with its position: all acknowledged steps, plus a pending one if it took effect.
 * Updates the position, and returns the faults.
 */
export function resumed(position: Position, found: Found | undefined, tally: Tally): string[] {
  const description = found?.description ?? {}
  if (position.isPending && isDeepStrictEqual(description, after(position.done + 1))) {
    advance(position)
    tally.finished += 1
    return []
  }
  if (position.isPending) tally.undone += 1
  position.isPending = false
  const wanted = after(position.done)
  return isDeepStrictEqual(description, wanted)
    ? []
    : [
        `${formatPrefix(position)} has ${JSON.stringify(description)} after ${position.done} steps instead of ${JSON.stringify(wanted)}`,
      ]
}

function advance(position: Position): void {
  position.isPending = false
  position.done += 1
  if (position.done < life.length) return
  position.done = 0
  position.life += 1
}

/** Checks all records, and updates the positions of the writers. Returns the ids of their records. */
async function resume(
  client: Client,
  { writers }: SurvivingState,
  tally: Tally,
): Promise<Map<number, Map<string, string>>> {
  const { faults, writers: found } = await checkRecords(client)
  const own = writers.map((position) => ({ position, found: found.get(formatPrefix(position)) }))
  const known = new Set(['', ...writers.map(formatPrefix)])
  const strays = [...found]
    .filter(([writer]) => !known.has(writer))
    .map(([writer, { description }]) => `${writer} has still ${JSON.stringify(description)}`)
  tally.looks += 1
  tally.faults.push(
    ...faults,
    ...strays,
    ...own.flatMap((one) => resumed(one.position, one.found, tally)),
  )
  return new Map(own.map((one) => [one.position.number, one.found?.ids ?? new Map()]))
}

/** Sends one step after the other until the service is gone. */
async function write(
  client: Client,
  position: Position,
  { ids, tally }: { ids: Map<string, string>; tally: Tally },
): Promise<void> {
  for (;;) {
    const step = life[position.done]
    if (!step) throw new Error('a life has no such step')
    position.isPending = true
    const answer = await step.send({
      client,
      name: (part) => `${formatPrefix(position)}${part}`,
      id: (label) => ids.get(label) ?? '',
    })
    const [label] = Object.entries(step.leaves).flatMap(([key, fields]) =>
      fields === undefined ? [] : [key],
    )
    if (answer && label !== undefined) ids.set(label, answer.id)
    advance(position)
    tally.acknowledged += 1
  }
}

const isGone = (error: unknown): boolean => error instanceof ManagementError && error.status === 0

/** Kills the service at each early moment, then starts it, checks all records, and kills it while all writers write. */
export async function round(
  program: Program,
  kept: SurvivingState,
  { moments, tally }: { moments: Moments; tally: Tally },
): Promise<void> {
  for (const moment of moments.early) {
    const {
      url,
      password = kept.password,
      complaint,
    } = await killEarly(program, moment * kept.start)
    kept.password = password
    tally[url === undefined ? 'starting' : 'started'] += 1
    if (complaint !== '') tally.faults.push(complaint)
  }
  const begun = Date.now()
  const { url, fingerprint, password = kept.password, kill } = await serve(program)
  Object.assign(kept, { start: Date.now() - begun, password })
  if ((kept.fingerprint ??= fingerprint) !== fingerprint)
    tally.faults.push(`the authority is another one: ${fingerprint} instead of ${kept.fingerprint}`)
  const { client, close } = await connect(url, kept)
  try {
    kept.token ??= (await client.login()).token
    const ids = await resume(client, kept, tally)
    if (moments.late === undefined) return
    const writing = kept.writers.map((position) =>
      write(client, position, { ids: ids.get(position.number) ?? new Map(), tally }).catch(
        (error: unknown) =>
          void (
            isGone(error) ||
            tally.faults.push(
              `${formatPrefix(position)} after ${position.done} steps: ${String(error)}`,
            )
          ),
      ),
    )
    await wait(moments.late)
    await kill()
    await Promise.all(writing)
    tally.kills += 1
  } finally {
    await kill()
    await close()
  }
}

/** The path of the command line, and the data folder. */
export type Program = { cli: string; folder: string }

/** The output of the program; a new service also prints the password of its administrator. */
export type ProgramOutput = {
  url: string | undefined
  fingerprint: string | undefined
  password: string | undefined
  complaint: string
}

/** A service in its own process. */
export type Served = {
  url: string
  fingerprint: string
  password: string | undefined
  kill: () => Promise<void>
}

const saidIn = ({ out, err }: { out: string; err: string }): ProgramOutput => {
  const first = (pattern: RegExp): string | undefined => pattern.exec(out)?.[1]
  return {
    url: first(/^serving (\S+)$/m),
    fingerprint: first(/^CA fingerprint SHA-256 (\S+)$/m),
    password: first(/^administrator admin, password (\S+) /m),
    complaint: err,
  }
}

function begin({ cli, folder }: Program): {
  child: ChildProcess
  kill: () => Promise<void>
  said: { out: string; err: string }
} {
  const { ROUTERFILE_ADMIN_PASSWORD: _, ...env } = process.env
  const child = spawn(process.execPath, [cli, 'serve', '--data', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  const closed = once(child, 'close')
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text))
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await closed
  }
  return { child, kill, said }
}

/** Starts the service, kills it after some ms, and returns its output up to then. */
async function killEarly(program: Program, after: number): Promise<ProgramOutput> {
  const { kill, said } = begin(program)
  await wait(after)
  await kill()
  return saidIn(said)
}

/** Starts the service; rejects with its standard error if it exits before it listens. */
async function serve(program: Program): Promise<Served> {
  const { child, kill, said } = begin(program)
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const { url, fingerprint, password } = saidIn(said)
      if (url !== undefined && fingerprint !== undefined)
        resolve({ url, fingerprint, password, kill })
    })
    child.once('close', (code) =>
      reject(new Error(`the start was refused (exit code ${code}): ${said.err}`)),
    )
  })
}
