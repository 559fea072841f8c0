import { isPlain, textAt } from '../../management/plain.js'
import type { Secrets } from './profiles.js'

/** What the library of keychains gives. */
export type Keyring = {
  Entry: new (
    service: string,
    name: string,
  ) => { getPassword(): string | null; setPassword(text: string): void; deletePassword(): boolean }
}

/** The place of secrets in the keychain of the system. */
export type Keychain = {
  read(name: string): Secrets
  /** Throws where the system does not let it. */
  write(name: string, secrets: Secrets): void
  remove(name: string): void
}

const service = 'routerfile'

/** The keychain, where its library is installed; it is no part of the package, since `lint` needs none. */
export async function keychain(
  load: () => Promise<Keyring> = () => import('@napi-rs/keyring'),
): Promise<Keychain | undefined> {
  const library = await load().catch(() => undefined)
  if (!library) return undefined
  const entry = (name: string): InstanceType<Keyring['Entry']> => new library.Entry(service, name)
  return {
    read: (name) => unlessRefused(() => secretsIn(entry(name).getPassword() ?? ''), {}),
    write: (name, secrets) => entry(name).setPassword(JSON.stringify(secrets)),
    remove: (name) => unlessRefused(() => void entry(name).deletePassword(), undefined),
  }
}

/** Keychains that are locked or gone throw; then there are no secrets, and signing in anew helps. */
function unlessRefused<Value>(ask: () => Value, otherwise: Value): Value {
  try {
    return ask()
  } catch {
    return otherwise
  }
}

function secretsIn(text: string): Secrets {
  const value: unknown = text === '' ? undefined : JSON.parse(text)
  const [session, password] = ['session', 'password'].map((key) =>
    isPlain(value) ? textAt(value, key) : undefined,
  )
  return { ...(session !== undefined && { session }), ...(password !== undefined && { password }) }
}
