import type { ManagementService, ServiceOptions } from '../../src/management/service/index.js'
import { createService } from '../../src/management/service/index.js'

export const credentials = { username: 'admin', password: 'a-password' }

const base = 'https://service.test/edge/management/v1'

/** What is asked: a method and a path below the base address, or a whole address. */
export type Asking = {
  body?: unknown
  token?: string
  headers?: Record<string, string>
  address?: string
}

export type Told = {
  status: number
  headers: Headers
  text: string
  data: unknown
  error: { code?: unknown; cause?: unknown }
}

/** Asks a service in process. */
export async function ask(
  { fetch }: Pick<ManagementService, 'fetch'>,
  line: string,
  { body, token, headers = {}, address }: Asking = {},
): Promise<Told> {
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

/** A service in memory, and the token of its administrator. */
export async function opened(
  options: Partial<ServiceOptions> = {},
): Promise<{ service: ManagementService; token: string }> {
  const service = await createService({ data: ':memory:', admin: credentials, ...options })
  return { service, token: await tokenOf(service) }
}

export async function tokenOf(service: ManagementService, given = credentials): Promise<string> {
  const { headers } = await ask(service, 'POST /authenticate?method=password', { body: given })
  return headers.get('zt-session') ?? ''
}
