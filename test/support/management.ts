import { managementBasePath } from '../../src/management/service/operations/client-operations.js'
import type { ManagementService, ServiceOptions } from '../../src/management/service/index.js'
import { createService } from '../../src/management/service/index.js'
import { openServiceContext } from '../../src/management/service/open-service-context.js'
import type { ServiceContext } from '../../src/management/service/call/context.js'
import { createPasswordHasher } from '../../src/management/service/auth/passwords.js'
import { createIdGenerator } from '../../src/management/service/call/identifiers.js'
import { openEntityStore } from '../../src/management/service/entity-store.js'
import { isPlainObject } from '../../src/document/record.js'
import type { createOutsideAuthority } from './certificates.js'
import { createRandomBytes } from './random-bytes.js'

/**
 * The parts of a request besides its method and path: `text` is a body that is not JSON, `certificate` the client
 * certificate of the connection, and `address` the address of the client.
 */
export type RequestParts = {
  session?: string
  body?: unknown
  text?: string
  headers?: Record<string, string>
  certificate?: string
  address?: string
  /** Runs after the head of the request has been read, before its body arrives. */
  beforeBody?: () => Promise<void>
}

/** The parsed response; `code` is that of an error. */
export type Reply = {
  status: number
  code: string
  data: Record<string, unknown>
  list: Record<string, unknown>[]
  body: unknown
  headers: Headers
}

const administrator = { username: 'admin', password: 'admin-pass' }

/** The password of every user that tests create. */
export const password = 'user-pass'

/** Returns a string of a response. Throws if there is none. */
export function requireText(data: unknown, name: string): string {
  const value = isPlainObject(data) ? data[name] : undefined
  if (typeof value !== 'string')
    throw new Error(`the answer has no text \`${name}\`: ${JSON.stringify(data)}`)
  return value
}

const partsOf = (body: unknown): Pick<Reply, 'code' | 'data' | 'list' | 'body'> => {
  const { data, error } = isPlainObject(body) ? body : {}
  return {
    body,
    code: isPlainObject(error) ? requireText(error, 'code') : '',
    data: isPlainObject(data) ? data : {},
    list: Array.isArray(data) ? data.filter(isPlainObject) : [],
  }
}

/** Creates the body of an auth policy with all required fields; tests override those that matter to them. */
export const createAuthPolicy = (
  name: string,
  {
    cert = {},
    extJwt = {},
    updb = {},
    secondary = {},
  }: { cert?: object; extJwt?: object; updb?: object; secondary?: object } = {},
): object => ({
  name,
  primary: {
    cert: { allowed: true, allowExpiredCerts: false, ...cert },
    extJwt: { allowed: true, allowedSigners: [], ...extJwt },
    updb: {
      allowed: true,
      lockoutDurationMinutes: 0,
      maxAttempts: 0,
      minPasswordLength: 5,
      requireMixedCase: false,
      requireNumberChar: false,
      requireSpecialChar: false,
      ...updb,
    },
  },
  secondary: { requireTotp: false, ...secondary },
})

/** Starts a management service in this process, with an administrator's session and its own clock. */
export async function startManaged({
  data = ':memory:',
  ...more
}: Partial<Pick<ServiceOptions, 'data' | 'allowLocalKeys' | 'onRefusedConfigs'>> = {}) {
  const clock = { now: Date.parse('2026-12-01T10:00:00.000Z') }
  const open = () =>
    createService({ ...more, data, admin: administrator, clock: () => new Date(clock.now) })
  const state = { service: await open(), admin: '' }

  /** Sends a request. A path that begins with `//` is relative to the host, any other path to the base path. */
  async function call(
    method: string,
    path: string,
    { session = state.admin, body, text, headers = {}, certificate, ...more }: RequestParts = {},
  ): Promise<Reply> {
    const sent =
      text === undefined
        ? body === undefined
          ? undefined
          : { body: JSON.stringify(body), type: 'application/json' }
        : { body: text, type: 'text/plain' }
    const request = new Request(
      `https://service.test${path.startsWith('//') ? path.slice(1) : managementBasePath + path}`,
      {
        method,
        ...(sent && { body: sent.body }),
        headers: {
          ...(sent && { 'content-type': sent.type }),
          ...(session && { 'zt-session': session }),
          ...headers,
        },
      },
    )
    const { address, beforeBody } = more
    if (beforeBody) {
      const read = request.arrayBuffer.bind(request)
      Object.assign(request, { arrayBuffer: () => beforeBody().then(read) })
    }
    const response = await state.service.fetch(request, {
      ...(certificate !== undefined && { clientCertificate: certificate }),
      ...(address !== undefined && { address }),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const answer = isJson ? await response.text() : ''
    return {
      status: response.status,
      headers: response.headers,
      ...partsOf(answer === '' ? undefined : JSON.parse(answer)),
    }
  }

  const authenticate = (username: string, given = password, more: object = {}): Promise<Reply> =>
    call('POST', '/authenticate?method=password', {
      session: '',
      body: { username, password: given, ...more },
    })

  /** Opens a session and returns its token. Throws if there is none. */
  const login = async (username: string): Promise<string> =>
    requireText((await authenticate(username)).data, 'token')

  const make = async (collection: string, body: object): Promise<string> =>
    requireText((await call('POST', `/${collection}`, { body })).data, 'id')

  /** Creates a user with a password; returns the id of its identity. */
  async function user(name: string, more: object = {}): Promise<string> {
    const identityId = await make('identities', { name, type: 'User', isAdmin: false, ...more })
    await make('authenticators', { method: 'updb', identityId, username: name, password })
    return identityId
  }

  const enter = async (): Promise<void> => {
    state.admin = requireText(
      (await authenticate(administrator.username, administrator.password)).data,
      'token',
    )
  }
  await enter()
  return {
    call,
    authenticate,
    login,
    make,
    user,
    enter,
    now: (): number => clock.now,
    pass: (ms: number): void => void (clock.now += ms),
    restart: async (): Promise<void> => {
      await state.service.close()
      state.service = await open()
      await enter()
    },
    close: (): Promise<void> => state.service.close(),
  }
}

/** The service that `startManaged` returns. */
export type Managed = Awaited<ReturnType<typeof startManaged>>

/** Creates a CA outside of the network and verifies it, so that its certificates are accepted. Returns its id. */
export async function makeVerifiedCa(
  service: Managed,
  authority: Pick<ReturnType<typeof createOutsideAuthority>, 'certPem' | 'client'>,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const id = await service.make('cas', {
    name: 'outside',
    certPem: authority.certPem,
    identityRoles: [],
    isAuthEnabled: true,
    isAutoCaEnrollmentEnabled: false,
    isOttCaEnrollmentEnabled: true,
    ...fields,
  })
  const { data } = await service.call('GET', `/cas/${id}`)
  const text = authority.client(requireText(data, 'verificationToken'))
  await service.call('POST', `/cas/${id}/verify`, { text })
  return id
}

export const credentials = { username: 'admin', password: 'a-password' }

const base = 'https://service.test/edge/management/v1'

/** The parts of a request besides its method and path. */
export type Asking = {
  body?: unknown
  token?: string
  headers?: Record<string, string>
  address?: string
}

export type ToldAnswer = {
  status: number
  headers: Headers
  text: string
  data: unknown
  error: { code?: unknown; cause?: unknown }
}

/**
 * Sends a request to a service in this process. `line` contains the method, and a path below the base URL or a whole
 * URL.
 */
export async function ask(
  { fetch }: Pick<ManagementService, 'fetch'>,
  line: string,
  { body, token, headers = {}, address }: Asking = {},
): Promise<ToldAnswer> {
  const [method = '', path = ''] = line.split(' ')
  const init = {
    method,
    headers: {
      ...(token !== undefined && { 'zt-session': token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  }
  const request = new Request(path.startsWith('https:') ? path : `${base}${path}`, {
    ...init,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const response = await fetch(request, address === undefined ? {} : { address })
  const text = await response.text()
  const { data, error } = text.startsWith('{')
    ? Object(JSON.parse(text))
    : { data: undefined, error: undefined }
  return { status: response.status, headers: response.headers, text, data, error: Object(error) }
}

/** Creates a service in memory and logs in its administrator. */
export async function opened(
  options: Partial<ServiceOptions> = {},
): Promise<{ service: ManagementService; token: string }> {
  const service = await createService({ data: ':memory:', admin: credentials, ...options })
  return { service, token: await getToken(service) }
}

export async function getToken(service: ManagementService, given = credentials): Promise<string> {
  const { headers } = await ask(service, 'POST /authenticate?method=password', { body: given })
  return headers.get('zt-session') ?? ''
}

/** Creates the context of the handlers of a new service in memory, for tests below the API. */
export async function createServiceContext(administrator: {
  username: string
  password: string
}): Promise<ServiceContext> {
  const random = createRandomBytes('environment')
  const clock = (): Date => new Date('2026-12-01T10:00:00.000Z')
  const { context } = await openServiceContext(await openEntityStore(), {
    data: ':memory:',
    admin: administrator,
    clock,
    random,
    passwordHasher: await createPasswordHasher(random),
    ids: createIdGenerator(random),
  })
  return { ...context, keySets: { find: async () => [] } }
}
