import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect } from 'node:tls'
import { exportRecords, importRecords } from '../src/management/service/backup.js'

const base = '/edge/management/v1'
const password = 'bench-password'

/** Starts a server program that prints its address; returns its port, and the time to its first response in ms. */
async function start(
  argv: readonly string[],
): Promise<{ child: ChildProcess; port: number; startTime: number }> {
  const before = performance.now()
  const child = spawn(process.execPath, argv, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ROUTERFILE_ADMIN_PASSWORD: password },
  })
  const port = await new Promise<number>((take, fail) => {
    child.stdout?.on('data', (text: Buffer) => {
      const found = /(?::|"port":)(\d+)/.exec(String(text))
      if (found) take(Number(found[1]))
    })
    child.once('exit', () => fail(new Error('the server ended')))
  })
  const { ask, end } = await connection(port)
  await ask(serializeRequest('GET', `${base}/version`))
  end()
  return { child, port, startTime: performance.now() - before }
}

const stop = (child: ChildProcess): Promise<unknown> =>
  new Promise((done) => child.once('exit', done) && child.kill('SIGTERM'))

const memory = ({ pid }: ChildProcess): string =>
  `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000)} MB`

const login = { username: 'admin', password }

const service = (number: number) => ({
  name: `service-${number}`,
  encryptionRequired: true,
  roleAttributes: ['all', `site-${number % 100}`],
  configs: [],
})

/** Creates a data folder with many services: adds them to the export of a new data folder, and imports the result. */
async function fill(folder: string, count: number): Promise<string> {
  const first = join(folder, `first-${count}`)
  const { child } = await start([cli, 'serve', '--data', first, '--port', '0'])
  await stop(child)
  const lines: string[] = []
  await exportRecords(first, (text) => void lines.push(text))
  const [head = '', ...records] = lines.join('').split('\n').filter(Boolean)
  const more = Array.from({ length: count }, (_, number) =>
    JSON.stringify({
      kind: 'services',
      record: {
        ...service(number),
        configs: null,
        terminatorStrategy: 'smartrouting',
        maxIdleTimeMillis: 0,
        id: readId(number),
        createdAt: 1_700_000_000_000,
        updatedAt: 1_700_000_000_000,
        tags: {},
      },
    }),
  )
  const file = join(folder, 'all.jsonl')
  writeFileSync(
    file,
    [
      JSON.stringify({ ...JSON.parse(head), records: records.length + count }),
      ...records,
      ...more,
      '',
    ].join('\n'),
  )
  const data = join(folder, `data-${count}`)
  await importRecords(
    data,
    (async function* () {
      yield readFileSync(file)
    })(),
  )
  return data
}

/** Returns the id of a service by its number; the order of ids differs from that of the numbers. */
const readId = (number: number): string =>
  (Math.imul(number, 0x9e3779b1) >>> 0).toString(36).padStart(22, 'a')

const cli = resolve('dist/cli.cjs')

async function measureOne(
  data: string,
  { count, duration, hello }: { count: number; duration: number; hello: number },
): Promise<void> {
  const { child, port, startTime } = await start([cli, 'serve', '--data', data, '--port', '0'])
  console.log(
    `${count} services: first answer after ${(startTime / 1000).toFixed(2)} s, ${memory(child)} then`,
  )
  const { ask, end } = await connection(port)
  const token =
    /zt-session: (\S+)/i.exec(
      (await ask(serializeRequest('POST', `${base}/authenticate?method=password`, { body: login })))
        .text,
    )?.[1] ?? ''
  end()
  const made = { count: 0 }
  const at = (): number => Math.floor(Math.random() * count)
  const requests: Record<string, { port: number; status: number; next: () => string }> = {
    'hello world of Node': { port: hello, status: 200, next: () => serializeRequest('GET', '/') },
    'GET version': { port, status: 200, next: () => serializeRequest('GET', `${base}/version`) },
    'GET services?limit=10': {
      port,
      status: 200,
      next: () => serializeRequest('GET', `${base}/services?limit=10`, { token }),
    },
    'GET services, by name': {
      port,
      status: 200,
      next: () =>
        serializeRequest(
          'GET',
          `${base}/services?filter=${encodeURIComponent(`name = "service-${at()}"`)}`,
          {
            token,
          },
        ),
    },
    'GET services, by attribute': {
      port,
      status: 200,
      next: () =>
        serializeRequest(
          'GET',
          `${base}/services?filter=${encodeURIComponent(`anyOf(roleAttributes) = "site-${at() % 100}"`)}&sort=name`,
          { token },
        ),
    },
    'GET service by id': {
      port,
      status: 200,
      next: () => serializeRequest('GET', `${base}/services/${readId(at())}`, { token }),
    },
    authenticate: {
      port,
      status: 200,
      next: () => serializeRequest('POST', `${base}/authenticate?method=password`, { body: login }),
    },
    'POST services': {
      port,
      status: 201,
      next: () =>
        serializeRequest('POST', `${base}/services`, {
          token,
          body: service(count + (made.count += 1)),
        }),
    },
  }
  for (const [name, request] of Object.entries(requests)) {
    const one = await measureLoad(request.port, { ...request, connections: 1, duration })
    console.log(
      `  ${name.padEnd(28)} ${one}, eight at a time ${await measureLoad(request.port, { ...request, connections: 8, duration })}`,
    )
  }
  console.log(`  ${made.count} more services made, ${memory(child)} at the end`)
  await stop(child)
}

/**
 * Measures the built program over HTTPS with 1 and 8 connections and many services: requests per
 * second (median/99th percentile of times), compared with a minimal Node server.
 */
export async function measure([seconds = '5', ...counts]: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  try {
    console.log(
      `load of the machine before: ${loadavg()
        .map((value) => value.toFixed(1))
        .join(' ')}`,
    )
    for (const count of counts.length > 0 ? counts.map(Number) : [1000, 100_000]) {
      const data = await fill(folder, count)
      const lines: string[] = []
      await exportRecords(data, (text) => void lines.push(text))
      const keys = lines
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .find(
          ({ kind, record }) => kind === 'keys' && String(record.id).startsWith('server'),
        ).record
      writeFileSync(join(folder, 'cert'), keys.certPem)
      writeFileSync(join(folder, 'key'), keys.keyPem)
      const hello = await start([
        resolve('.cache/run/bench/hello.js'),
        join(folder, 'cert'),
        join(folder, 'key'),
      ])
      await measureOne(data, { count, duration: Number(seconds) * 1000, hello: hello.port })
      await stop(hello.child)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Opens a connection that sends prepared bytes of one request after the other, so that the client needs little CPU
 * time.
 */
export async function connection(
  port: number,
): Promise<{ ask: (request: string) => Promise<HttpReply>; end: () => void }> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await new Promise<void>((resolve, reject) =>
    socket.once('secureConnect', resolve).once('error', reject),
  )
  const state: { got: string; take?: (reply: HttpReply) => void } = { got: '' }
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    state.got += part
    const head = state.got.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(state.got.slice(0, head))?.[1] ?? 0)
    if (state.got.length < head + 4 + length) return
    const reply = { status: Number(state.got.slice(9, 12)), text: state.got }
    state.got = ''
    state.take?.(reply)
  })
  return {
    ask: (request) =>
      new Promise((resolve) => {
        state.take = resolve
        socket.write(request)
      }),
    end: () => void socket.destroy(),
  }
}

export type HttpReply = { status: number; text: string }

/** Serializes a request in HTTP/1.1. */
export const serializeRequest = (
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): string => {
  const text = body === undefined ? '' : JSON.stringify(body)
  return [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept: application/json',
    ...(token ? [`zt-session: ${token}`] : []),
    ...(text
      ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]
      : []),
    '',
    text,
  ].join('\r\n')
}

/**
 * Measures requests per second over several connections for some ms, with the median and 99th percentile of times in
 * ms. All responses must have the given status.
 */
export async function measureLoad(
  port: number,
  {
    connections,
    duration,
    status,
    next,
  }: { connections: number; duration: number; status: number; next: () => string },
): Promise<string> {
  const all = await Promise.all(Array.from({ length: connections }, () => connection(port)))
  const times: number[] = []
  const start = performance.now()
  await Promise.all(
    all.map(async ({ ask }) => {
      while (performance.now() - start < duration) {
        const before = performance.now()
        const reply = await ask(next())
        if (reply.status !== status) throw new Error(`came ${reply.text.slice(0, 300)}`)
        times.push(performance.now() - before)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  for (const { end } of all) end()
  times.sort((left, right) => left - right)
  const at = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(2)
  return `${(times.length / seconds).toFixed(0).padStart(6)}/s (${at(0.5)}/${at(0.99)} ms)`
}
