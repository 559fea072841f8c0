import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** How to start the program, and with which folder. */
export type Program = { cli: string; folder: string }

/** What the program said: of a new service also the password of its administrator. */
export type Said = {
  url: string | undefined
  fingerprint: string | undefined
  password: string | undefined
  complaint: string
}

/** A service in a process of its own, and what kills it. */
export type Served = {
  url: string
  fingerprint: string
  password: string | undefined
  kill: () => Promise<void>
}

const saidIn = ({ out, err }: { out: string; err: string }): Said => {
  const first = (pattern: RegExp): string | undefined => pattern.exec(out)?.[1]
  return {
    url: first(/^serving (\S+)$/m),
    fingerprint: first(/^authority SHA-256 (\w+)$/m),
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

/** Starts the service and kills it so many ms later. Gives what it said by then. */
export async function killEarly(program: Program, after: number): Promise<Said> {
  const { kill, said } = begin(program)
  await wait(after)
  await kill()
  return saidIn(said)
}

/** Starts the service; throws what it says where it does not begin to listen. */
export async function serve(program: Program): Promise<Served> {
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
