import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Keyring, Login } from '../../../src/cli/connection/logins.js'
import {
  openKeychain,
  forgetLogin,
  keepLogin,
  findLogin,
} from '../../../src/cli/connection/logins.js'

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
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
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
    expect(await keepLogin(environment, login, { open })).toBe('keychain')
    expect(text()).not.toContain('planted')
    expect(await findLogin(environment, 'north', { open })).toMatchObject(login)
    await forgetLogin(environment, { ...login, inKeychain: true }, open)
    expect([...held]).toEqual([])
    expect(await findLogin(environment, undefined, { open })).toBeUndefined()
  })

  test.each([
    ['the keychain is locked', ring(true).load],
    ['its library is not installed', absent],
  ])('are in the file where %s, unless the keychain is asked for', async (_, load) => {
    const { environment, text } = home()
    const open = () => openKeychain(load)
    expect(await keepLogin(environment, login, { open, store: 'keychain' })).toBeUndefined()
    expect(await keepLogin(environment, login, { open })).toBe('file')
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
      await keepLogin(environment, login, { open: () => openKeychain(load), store: 'file' }),
    ).toBe('file')
    expect([text().includes('planted-session'), held.size]).toEqual([true, 0])
  })

  test('that the keychain gives no more are missing, and signing in anew helps', async () => {
    const { environment } = home()
    await keepLogin(environment, login, { open: () => openKeychain(ring().load) })
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
