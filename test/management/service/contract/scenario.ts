import type { Client, ClientOptions } from '../../../../src/management/client/index.js'

/** A certificate and its key, as PEM. */
export type Pair = { cert: string; key: string }

/** What those send who enroll: a certificate request, or JSON, and what they show on their connection. */
export type Enrolling = { csr?: string; body?: object; certificate?: Pair }

export type Enrolled = {
  status: number
  code: string | undefined
  data: Readonly<Record<string, unknown>>
}

/** A service, as its clients have it. */
export type Context = {
  /** The client of the administrator. */
  admin: Client
  /** Another client, which shows a certificate where it has one. */
  client: (options: Omit<ClientOptions, 'url' | 'fetch' | 'log'>, certificate?: Pair) => Client
  /** What routers and endpoints do, at the API that is theirs. */
  enroll: (query: Readonly<Record<string, string>>, enrolling: Enrolling) => Promise<Enrolled>
  /** Whether a token is signed by the key of the service. */
  isSigned: (token: string) => Promise<boolean>
  /** The time of the service, in ms since 1970, which stands still otherwise. */
  now: () => number
  pass: (ms: number) => void
}

export type Step = (context: Context) => Promise<void>

/** Steps one after the other, by sentences; what one leaves for later ones is with the scenario. */
export type Scenario = () => Readonly<Record<string, Step>>

export const minute = 60_000

/** So many minutes from now, as the API writes it. */
export const inMinutes = ({ now }: Context, minutes: number): string =>
  new Date(now() + minutes * minute).toISOString()

/** What is missing fails the test. */
export function requireValue<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('a value is missing')
  return value
}
