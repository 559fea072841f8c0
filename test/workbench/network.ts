import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { toReportedConfig } from '../../src/generate/running.js'
import { createService } from '../../src/management/service/index.js'

const admin = { username: 'admin', password: 'orchard-gate' }

/** Starts a controller on which routers run these files, by the names of the routers. */
export async function startController(
  files: Readonly<Record<string, string>>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const service = await createService({
    data: ':memory:',
    admin,
    runningRouters: async () =>
      Object.entries(files).map(([name, text]) => ({
        name,
        file: `/etc/ziti/${name}.router.yml`,
        version: 'v2.0.3',
        config: toReportedConfig(text, {}) ?? {},
      })),
  })
  const { url } = await service.listen({ port: 0, tls: false })
  return { url, close: () => service.close() }
}

/** Signs in to a controller, as a user with this home directory does in a terminal. */
export async function signIn(home: string, url: string): Promise<void> {
  const argv = ['api', 'login', '--url', url, '--username', admin.username, '--store', 'file']
  // The controller is in this process, which must not wait for the program.
  const signingIn = spawn(join(home, 'bin/routerfile'), [...argv, '--password-file', '-'], {
    env: { HOME: home, PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  signingIn.stdin.end(admin.password)
  const [code] = await once(signingIn, 'exit')
  if (code !== 0) throw new Error('signing in failed')
}
