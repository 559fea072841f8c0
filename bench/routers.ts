import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from '../src/management/client/index.js'
import { random } from '../test/support/mutate.js'

const cli = resolve('dist/cli.cjs')

const password = 'bench-password'

type Service = { child: ChildProcess; url: string }

/** Starts the embedded service, and waits until it prints its URL. */
async function serve(data: string): Promise<Service> {
  const child = spawn(
    process.execPath,
    [cli, 'serve', '--data', data, '--port', '0', '--insecure-http'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ROUTERFILE_ADMIN_PASSWORD: password },
    },
  )
  const url = await new Promise<string>((take, fail) => {
    const read = (text: Buffer): void => {
      const [found] = /http:\/\/[^\s/]+/.exec(String(text)) ?? []
      if (found !== undefined) take(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => fail(new Error('the service ended')))
  })
  return { child, url }
}

const toRouterName = (index: number): string => `router-${String(index).padStart(5, '0')}`

function toCsv(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `${toRouterName(index)},${index % 3 === 0 ? 'public' : 'host'},${index % 3 === 0 ? `${toRouterName(index)}.example.com` : ''},site-${index % 100}`,
  )
  return ['name,preset,advertise,roleAttributes', ...rows, ''].join('\n')
}

type Run = { code: number | null; wasKilled: boolean; memory: number; err: string }

/** When to kill the batch: `wait` ms after the first `made` routers were created. */
type RunEnd = { made: number; wait: number }

/** Runs the batch until it exits. With `end`, kills it at that time if it is still running. */
function batch(folder: string, url: string, end: RunEnd | undefined): Promise<Run> {
  const argv = [
    cli,
    'generate',
    '--list',
    'routers.csv',
    '--create-missing',
    '--controller',
    'ctrl.example.com:6262',
    '-o',
    'routers/{name}.yml',
    '--concurrency',
    '8',
    '--no-input',
  ]
  const child = spawn(process.execPath, argv, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ROUTERFILE_URL: url,
      ROUTERFILE_USERNAME: 'admin',
      ROUTERFILE_PASSWORD: password,
    },
  })
  const peak = { memory: 0, err: '' }
  const look = setInterval(() => {
    if (existsSync(`/proc/${child.pid}/status`))
      peak.memory = Math.max(
        peak.memory,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) /
          1000,
      )
  }, 200)
  child.stderr.on('data', (text: Buffer) => void (peak.err += String(text)))
  const state = { made: 0, isEnding: false }
  const count = (more: number): void => {
    state.made += more
    if (!end || state.isEnding || state.made < end.made) return
    state.isEnding = true
    setTimeout(() => child.kill('SIGKILL'), end.wait)
  }
  count(0)
  child.stdout.on('data', (text: Buffer) => count(String(text).split(/^made /m).length - 1))
  return new Promise((done) =>
    child.once('exit', (code, signal) => {
      clearInterval(look)
      done({ code, wasKilled: signal === 'SIGKILL', ...peak })
    }),
  )
}

/**
 * Checks the final state: duplicate, missing or unexpected records; missing or incomplete files, or
 * files with the token of another router.
 */
async function findFaults(folder: string, url: string, count: number): Promise<string[]> {
  const client = createClient({ url, credentials: { username: 'admin', password } })
  const records = await client.edgeRouters.list().all()
  const names = new Set(records.map(({ name }) => name))
  const wanted = Array.from({ length: count }, (_, index) => toRouterName(index))
  const jwts = new Map(records.map(({ name, enrollmentJwt }) => [name, enrollmentJwt]))
  const fileFaults = wanted.flatMap((name) => {
    const [yml, jwt] = ['yml', 'jwt'].map((ending) => join(folder, 'routers', `${name}.${ending}`))
    if (yml === undefined || jwt === undefined || !existsSync(yml) || !existsSync(jwt))
      return [`${name} lacks a file`]
    const isWhole =
      readFileSync(yml, 'utf8').includes(`cert: ${name}.cert`) &&
      readFileSync(yml, 'utf8').endsWith('mode: host\n')
    return [
      ...(isWhole ? [] : [`the file of ${name} is not whole`]),
      ...(readFileSync(jwt, 'utf8') === jwts.get(name)
        ? []
        : [`the token of ${name} is not that of its record`]),
      ...((statSync(jwt).mode & 0o077) === 0 ? [] : [`others may read the token of ${name}`]),
    ]
  })
  return [
    ...(records.length === names.size
      ? []
      : [`${records.length - names.size} records are there twice`]),
    ...wanted.filter((name) => !names.has(name)).map((name) => `${name} has no record`),
    ...(records.length > count ? [`${records.length - count} records are too many`] : []),
    ...fileFaults,
  ]
}

const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(1)} s`

const digest = (folder: string): string =>
  readdirSync(join(folder, 'routers'))
    .filter((name) => name.endsWith('.yml'))
    .sort()
    .reduce(
      (hash, name) => hash.update(readFileSync(join(folder, 'routers', name))),
      createHash('sha256'),
    )
    .digest('hex')

/**
 * Creates records and files of many routers in a batch against the embedded service, kills it at
 * random moments, resumes each time with the same command, and finally checks for duplicate,
 * missing and incomplete routers.
 */
export async function measure([
  count = '10000',
  kills = '20',
  seed = '1',
]: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
  const chance = random(Number(seed))
  writeFileSync(join(folder, 'routers.csv'), toCsv(Number(count)))
  const { child, url } = await serve(join(folder, 'data'))
  const start = performance.now()
  // Kills are spread over the whole batch; one in five is during the start or while existing routers are skipped.
  const next = (): RunEnd =>
    chance() < 0.2
      ? { made: 0, wait: chance() * 3_000 }
      : {
          made: 1 + Math.floor((chance() * 2 * Number(count)) / Number(kills)),
          wait: chance() * 50,
        }
  let [killed, memory] = [0, 0]
  let run: Run = { code: null, wasKilled: true, memory: 0, err: '' }
  while (run.wasKilled) {
    run = await batch(folder, url, killed < Number(kills) ? next() : undefined)
    memory = Math.max(memory, run.memory)
    if (run.wasKilled) killed += 1
  }
  console.log(
    `${count} routers in ${seconds(start)}, killed ${killed} times, at most ${memory.toFixed(0)} MB: ${run.err.trim().split('\n').at(-1)}`,
  )
  const before = digest(folder)
  const again = performance.now()
  const second = await batch(folder, url, undefined)
  console.log(
    `the same again in ${seconds(again)}, at most ${second.memory.toFixed(0)} MB: ${second.err.trim().split('\n').at(-1)}`,
  )
  const faults = [
    ...(await findFaults(folder, url, Number(count))),
    ...(run.code === 0 && second.code === 0 ? [] : ['a batch did not end with 0']),
    ...(before === digest(folder) ? [] : ['the second batch changed files']),
  ]
  console.log(
    faults.length === 0
      ? 'none twice, none missing'
      : `FAILED: ${faults.length} faults: ${faults.slice(0, 5).join('; ')}`,
  )
  child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
  if (faults.length > 0) process.exitCode = 1
}
