import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { pem, refuse, send, sessionRecord, startController } from './controller.js'
import type { Handler } from './controller.js'
import type { RunResult } from './program.js'
import { makeFolder, runFast } from './program.js'

/** Every secret string contains this word; no output may contain it. */
export const planted = 'planted'

export const password = `${planted}-password`
export const jwt = `eyJhbGciOiJSUzI1NiJ9.${planted}.c2ln`

/** A controller with routers that requires a login. */
export type Orchard = Awaited<ReturnType<typeof startController>> & {
  /** The tokens of the open sessions. */
  sessions: Set<string>
}

const router = (index: number): Record<string, unknown> => ({
  id: `r${String(index).padStart(4, '0')}`,
  name: `router-${index}`,
  _links: {},
  isOnline: index % 2 === 0,
  isVerified: false,
  isTunnelerEnabled: false,
  roleAttributes: index % 2 === 0 ? ['eu', 'production'] : null,
  cost: index,
  createdAt: '2026-01-31T10:00:00.123Z',
  enrollmentJwt: jwt,
  enrollmentToken: `${planted}-enrollment`,
})

/** Starts a controller with `count` routers; it stops when the test ends. */
export async function startOrchard(count = 3, certificate = 'server'): Promise<Orchard> {
  const sessions = new Set<string>()
  const routers = Array.from({ length: count }, (_, index) => router(index))
  const routes: readonly (readonly [RegExp, Handler])[] = [
    [/^GET \/.well-known/, (_, answer) => void answer.writeHead(200).end(pem('cacerts.p7'))],
    [/^GET \/version/, (_, answer) => send(answer, { data: { version: 'v2.0.3' }, meta: {} })],
    [
      /^POST \/authenticate\?method=password/,
      ({ body }, answer) => {
        if (!body.includes(`"password":"${password}"`)) return refuse(answer, 'INVALID_AUTH', 401)
        const token = `${planted}-session-${sessions.size + 1}`
        sessions.add(token)
        send(answer, {
          data: { ...sessionRecord(token), identity: { id: 'i1', name: 'Default Admin' } },
          meta: {},
        })
      },
    ],
    [
      /^POST \/authenticate\?method=cert/,
      (_, answer) => {
        sessions.add(`${planted}-cert`)
        send(answer, { data: sessionRecord(`${planted}-cert`), meta: {} })
      },
    ],
    [
      /^/,
      ({ session }, answer) =>
        session !== undefined && sessions.has(session)
          ? undefined
          : refuse(answer, 'UNAUTHORIZED', 401, {
              'www-authenticate': 'zt-session realm="zt-session" error="expired"',
            }),
    ],
    [
      /^DELETE \/current-api-session/,
      ({ session = '' }, answer) => {
        sessions.delete(session)
        send(answer, { data: {}, meta: {} })
      },
    ],
    [
      /^GET \/current-api-session/,
      ({ session = '' }, answer) =>
        send(answer, {
          data: { ...sessionRecord(session), identity: { id: 'i1', name: 'Default Admin' } },
          meta: {},
        }),
    ],
    [
      /^GET \/edge-routers(\?|$)/,
      ({ path }, answer) => {
        const query = new URL(path, 'https://localhost').searchParams
        const behind = /id > "([^"]*)"/.exec(query.get('filter') ?? '')?.[1] ?? ''
        const [limit, offset] = [Number(query.get('limit') ?? 10), Number(query.get('offset') ?? 0)]
        const found = routers.filter(({ id }) => String(id) > behind)
        send(answer, {
          data: found.slice(offset, offset + limit),
          meta: {
            pagination: { limit, offset, totalCount: found.length },
            filterableFields: ['id', 'name'],
          },
        })
      },
    ],
    [
      /^POST \/edge-routers$/,
      ({ body }, answer) =>
        body.includes('"name":"taken"')
          ? send(
              answer,
              {
                error: {
                  code: 'COULD_NOT_VALIDATE',
                  message:
                    'The supplied request contains an invalid document or no valid accept content were available',
                  requestId: 'r-1',
                  cause: { field: 'name', reason: 'name is must be unique', value: 'taken' },
                },
                meta: {},
              },
              400,
            )
          : send(answer, { data: { id: 'new' }, meta: {} }, 201),
    ],
    [
      /^GET \/identities\?/,
      (_, answer) =>
        send(answer, { data: [], meta: { pagination: { limit: 2, offset: 0, totalCount: 0 } } }),
    ],
    [
      /^POST \/authenticators$/,
      (_, answer) => send(answer, { data: { id: 'new' }, meta: {} }, 201),
    ],
    [/ \/edge-routers\/gone$/, (_, answer) => refuse(answer, 'NOT_FOUND', 404)],
    [/^GET \/edge-routers\/r/, (_, answer) => send(answer, { data: router(1), meta: {} })],
    [
      /^GET \/cas\/.*\/jwt$/,
      (_, answer) => void answer.writeHead(200, { 'content-type': 'application/jwt' }).end(jwt),
    ],
  ]
  const handler: Handler = (asked, answer, count, request) => {
    for (const [route, handle] of routes) {
      if (answer.writableEnded) return
      if (route.test(`${asked.method} ${asked.path}`)) handle(asked, answer, count, request)
    }
  }
  return { ...(await startController(handler, certificate)), sessions }
}

export const ca = resolve('fixtures/management/pki/ca.cert')

/**
 * Creates a user who runs `routerfile api`, with a separate home directory for each test. Fails if the output contains
 * a secret without `--show-secrets`.
 */
export function user() {
  const state = { home: '' }
  beforeEach(() => {
    state.home = makeFolder()
  })
  const api = async (
    line: string,
    { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
  ): Promise<RunResult> => {
    const ran = await runFast(['api', ...line.split(' ')], {
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
  /** Writes a file below the home directory, and returns its path. */
  const file = (name: string, text: string): string => {
    const path = join(state.home, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  return {
    api,
    file,
    signIn: (url: string, more = ''): Promise<RunResult> =>
      api(
        `login --url ${url} --ca ${ca} --username admin --password-file ${file('password', `${password}\n`)}${more}`,
      ),
    /** Returns the path of the file with the stored logins. */
    profiles: (): string => join(state.home, 'config', 'routerfile', 'profiles.json'),
  }
}
