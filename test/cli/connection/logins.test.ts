import fs, { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Keyring, Login } from '../../../src/cli/connection/logins.js'
import {
  changeProfiles,
  openKeychain,
  deleteLogin,
  saveLogin,
  findLogin,
  listLogins,
} from '../../../src/cli/connection/logins.js'
import { makeFolder } from '../../support/program.js'

/** A keychain in memory; one that is locked throws. */
function ring(isLocked = false): { load: () => Promise<Keyring>; held: Map<string, string> } {
  const held = new Map<string, string>()
  const open = (): void => {
    if (isLocked) throw new Error('the keychain is locked')
  }
  class Entry {
    readonly #name: string
    constructor(service: string, name: string) {
      this.#name = `${service}/${name}`
    }
    getPassword(): string | null {
      open()
      return held.get(this.#name) ?? null
    }
    setPassword(text: string): void {
      open()
      held.set(this.#name, text)
    }
    deletePassword(): boolean {
      open()
      return held.delete(this.#name)
    }
  }
  return { load: async () => ({ Entry }), held }
}

const absent = async (): Promise<Keyring> => {
  throw new Error('no such package')
}

const login: Login = {
  name: 'north',
  url: 'https://localhost:1280/edge/management/v1',
  username: 'admin',
  session: 'planted-session',
  password: 'planted-password',
}

const home = (): { environment: Record<string, string>; text: () => string } => {
  const folder = makeFolder()
  return {
    environment: { XDG_CONFIG_HOME: folder, ZITI_CONFIG_DIR: folder },
    text: () => readFileSync(join(folder, 'routerfile', 'profiles.json'), 'utf8'),
  }
}

describe('the secrets of a login', () => {
  test('are in the keychain where there is one, and nothing of them in the file', async () => {
    const { environment, text } = home()
    const { load, held } = ring()
    const open = () => openKeychain(load)
    expect(await saveLogin(environment, login, { open })).toBe('keychain')
    expect(text()).not.toContain('planted')
    expect(await findLogin(environment, 'north', { open })).toMatchObject(login)
    await deleteLogin(environment, { ...login, inKeychain: true }, open)
    expect([...held]).toEqual([])
    expect(await findLogin(environment, undefined, { open })).toBeUndefined()
  })

  test.each([
    ['the keychain is locked', ring(true).load],
    ['its library is not installed', absent],
  ])('are in the file where %s, unless the keychain is asked for', async (_, load) => {
    const { environment, text } = home()
    const open = () => openKeychain(load)
    expect(await saveLogin(environment, login, { open, store: 'keychain' })).toBeUndefined()
    expect(await saveLogin(environment, login, { open })).toBe('file')
    expect(text()).toContain('planted-session')
    expect(
      statSync(join(environment['XDG_CONFIG_HOME'] ?? '', 'routerfile', 'profiles.json')).mode &
        0o777,
    ).toBe(0o600)
    expect(await findLogin(environment, 'north', { open })).toMatchObject(login)
  })

  test('are in the file where that is asked for', async () => {
    const { environment, text } = home()
    const { load, held } = ring()
    expect(
      await saveLogin(environment, login, { open: () => openKeychain(load), store: 'file' }),
    ).toBe('file')
    expect([text().includes('planted-session'), held.size]).toEqual([true, 0])
  })

  test('that the keychain gives no more are missing, and signing in anew helps', async () => {
    const { environment } = home()
    await saveLogin(environment, login, { open: () => openKeychain(ring().load) })
    expect(
      await findLogin(environment, 'north', { open: () => openKeychain(ring(true).load) }),
    ).toEqual({
      name: 'north',
      url: login.url,
      username: 'admin',
      inKeychain: true,
    })
  })
})

describe('the logins of the ziti CLI', () => {
  const names = (environment: Record<string, string>): string[] =>
    listLogins(environment).map(({ name }) => name)
  const withFile = (...path: string[]): string => {
    const folder = makeFolder()
    const file = join(folder, ...path, 'ziti-cli.json')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '{"edgeIdentities":{"north":{"url":"https://north.example.com:1280"}}}')
    return folder
  }
  const { platform: own } = process
  const setPlatform = (value: string): void =>
    void Object.defineProperty(process, 'platform', { value })
  afterEach(() => setPlatform(own))

  test.each<[platform: string, path: string[]]>([
    ['linux', ['.config', 'ziti']],
    ['freebsd', ['.config', 'ziti']],
    ['darwin', ['.ziti']],
    ['win32', ['.ziti']],
  ])('are in the folder of the platform: %s', (platform, path) => {
    setPlatform(platform)
    const home = withFile(...path)
    expect(names({ HOME: home, XDG_CONFIG_HOME: join(home, 'elsewhere') })).toEqual(['ziti:north'])
    expect(names({ HOME: withFile('elsewhere') })).toEqual([])
  })

  test('are in the folder that ZITI_CONFIG_DIR names, and never in that of XDG_CONFIG_HOME', () => {
    expect(names({ HOME: withFile(), ZITI_CONFIG_DIR: withFile() })).toEqual(['ziti:north'])
    expect(names({ HOME: withFile('none'), XDG_CONFIG_HOME: withFile('ziti') })).toEqual([])
  })
})

/** Logins with abandoned locks, of which another program also takes care while this one looks at them. */
function withAbandonedLocks(...endings: string[]) {
  const { environment, text } = home()
  const lock = join(environment['XDG_CONFIG_HOME'] ?? '', 'routerfile', 'profiles.json.lock')
  mkdirSync(dirname(lock))
  for (const ending of endings) {
    writeFileSync(lock + ending, '')
    utimesSync(lock + ending, 0, 0)
  }
  const other = { looks: 0, isWriting: false }
  /** The other program acts while this one looks at a lock for the first and the fourth time. */
  const act = (ending: string, { take, release }: { take: () => void; release: () => void }) => {
    const look = fs.statSync
    vi.spyOn(fs, 'statSync').mockImplementation((path, options) => {
      const stats = look(path, options)
      if (path !== lock + ending) return stats
      other.looks += 1
      if (other.looks === 1) {
        take()
        other.isWriting = true
      } else if (other.looks === 4) {
        release()
        other.isWriting = false
      }
      return stats
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    })
  }
  const change = (): void => {
    changeProfiles(environment, (profiles) => {
      expect(other.isWriting).toBe(false)
      return { ...profiles, default: 'north' }
    })
    expect(text()).toContain('"default": "north"')
    expect(fs.readdirSync(dirname(lock))).toEqual(['profiles.json'])
  }
  return { lock, other, act, change }
}

test('a program that took over an abandoned lock first is waited for', () => {
  const { lock, other, act, change } = withAbandonedLocks('')
  const take = (): void => {
    rmSync(lock)
    writeFileSync(lock, 'other')
  }
  act('', { take, release: () => rmSync(lock) })
  change()
  expect(other.looks).toBeGreaterThan(3)
})

test('a program that took over the lock of a killed one that had taken over another is waited for', () => {
  const { lock, other, act, change } = withAbandonedLocks('', '.1')
  const take = (): void => writeFileSync(`${lock}.2`, 'other')
  const release = (): void => ['', '.1', '.2'].forEach((ending) => rmSync(lock + ending))
  act('.1', { take, release })
  change()
  expect(other.looks).toBe(4)
})

test('what killed programs left behind is no obstacle', () => {
  withAbandonedLocks('', '.1').change()
})
