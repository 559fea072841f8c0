import { Writable } from 'node:stream'

/** Takes what is written, and shows nothing. */
const silence = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Whether somebody is there to be asked. */
export const isAsking = (): boolean =>
  process.stdin.isTTY && process.stderr.isTTY && !process.env['CI']

/** Asks for a secret on the terminal, without showing it; undefined where there is no terminal, or nobody there. */
export async function askedFor(message: string): Promise<string | undefined> {
  const { stdin, stderr } = process
  if (!isAsking()) return undefined
  const { createInterface } = await import('node:readline/promises')
  const reader = createInterface({ input: stdin, output: silence(), terminal: true })
  const stop = new AbortController()
  reader.once('SIGINT', () => stop.abort())
  reader.once('close', () => stop.abort())
  stderr.write(`${message}: `)
  try {
    return (await reader.question('', { signal: stop.signal })) || undefined
  } catch {
    return undefined
  } finally {
    stderr.write('\n')
    reader.close()
  }
}
