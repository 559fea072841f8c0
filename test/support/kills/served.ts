import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** How to start the program, and with which folder. */
export type Program = { cli: string; folder: string }

/** A service in a process of its own: where it listens, and what kills it. */
export type Served = { url: string; fingerprint: string; kill: () => Promise<void> }

export const administrator = { username: 'admin', password: 'a-good-password' }

function begin({ cli, folder }: Program): { child: ChildProcess; kill: () => Promise<void>; said: { out: string; err: string } } {
  const child = spawn(process.execPath, [cli, 'serve', '--data', folder, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ROUTERFILE_ADMIN_PASSWORD: administrator.password } })
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

/** Starts the service and kills it so many ms later. Tells whether it listened by then, and what it complained about. */
export async function killEarly(program: Program, after: number): Promise<{ listened: boolean; complaint: string }> {
  const { kill, said } = begin(program)
  await wait(after)
  await kill()
  return { listened: said.out !== '', complaint: said.err }
}

/** Starts the service; throws what it says where it does not begin to listen. */
export async function serve(program: Program): Promise<Served> {
  const { child, kill, said } = begin(program)
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [, url, fingerprint] = /^serving (\S+)$[^]*^authority SHA-256 (\w+)$/m.exec(said.out) ?? []
      if (url !== undefined && fingerprint !== undefined) resolve({ url, fingerprint, kill })
    })
    child.once('close', (code) => reject(new Error(`the start was refused (exit code ${code}): ${said.err}`)))
  })
}
