import { connect } from 'node:tls'

/** One request after the other over one connection; little more than the bytes, so that the client takes little of the machine. */
export async function connection(
  port: number,
): Promise<{ ask: (request: string) => Promise<Reply>; end: () => void }> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await new Promise<void>((resolve, reject) =>
    socket.once('secureConnect', resolve).once('error', reject),
  )
  const state: { got: string; take?: (reply: Reply) => void } = { got: '' }
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

export type Reply = { status: number; text: string }

/** A request as it goes over the wire. */
export const wire = (
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

/** Requests per second over so many connections for so many ms, and half and 99 of 100 times in ms. All answers must have the status. */
export async function load(
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
