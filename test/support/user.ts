import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { password, planted } from './orchard-controller.js'
import type { Ran } from './program.js'
import { start } from './program.js'

export const ca = resolve('fixtures/management/pki/ca.cert')

/** A user with a home of its own for each test, who runs `routerfile api`. Nothing that is printed unasked may be secret. */
export function user() {
  const state = { home: '' }
  beforeEach(() => {
    state.home = mkdtempSync(join(tmpdir(), 'routerfile-'))
  })
  const api = async (
    line: string,
    { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
  ): Promise<Ran> => {
    const ran = await start(['api', ...line.split(' ')], {
      input,
      env: {
        HOME: state.home,
        XDG_CONFIG_HOME: join(state.home, 'config'),
        ROUTERFILE_STORE: 'file',
        ...env,
      },
    })
    if (!line.includes('--show-secrets')) expect(`${ran.out}${ran.err}`).not.toContain(planted)
    return ran
  }
  return {
    api,
    signIn: (url: string, more = ''): Promise<Ran> =>
      api(`login --url ${url} --ca ${ca} --username admin --password-file -${more}`, {
        input: `${password}\n`,
      }),
    /** Where the logins are kept. */
    profiles: (): string => join(state.home, 'config', 'routerfile', 'profiles.json'),
    /** A file below the home. */
    file: (name: string, text: string): string => {
      const path = join(state.home, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text, { mode: 0o600 })
      return path
    },
  }
}
