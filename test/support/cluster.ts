import { readFileSync } from 'node:fs'
import type { Fetch } from '../../src/management/client/index.js'
import { toRecord } from '../../src/document/record.js'
import type { ServerCertificate } from './controller.js'
import { answer, refusal, sessionRecord, startController, take } from './controller.js'

type Recorded = { status: number; body: unknown; headers?: Record<string, string> }

/** Responses of the members of a real cluster of release 2.0.3. */
const recorded = JSON.parse(
  readFileSync('fixtures/management/cluster-2.0.3.json', 'utf8'),
) as Record<
  'version' | 'otherSession' | 'leaderGone' | 'election' | 'noLeader' | 'controller',
  Recorded
>

const play = ({ status, body, headers }: Recorded): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

type Service = { id: string; name: string; createdAt: string; roleAttributes: string[] }

/**
 * A record: its current state, and the previous one, which members show until replication reaches them. Undefined if
 * the record does not exist in that state.
 */
type Kept = {
  now: Service | undefined
  before: Service | undefined
  writtenAt: string
  reads: Map<string, number>
}

export type FakeCluster = {
  fetch: Fetch
  /** All requests: member, method and path. */
  asked: string[]
  /** Stops a member. If it is the leader, another member is elected after some refused writes. */
  end(member: string): void
  /** Starts a stopped member. */
  start(member: string): void
  /** Cuts off the response to the next create or change, which nevertheless takes effect. */
  breakAnswer(): void
  /** Refuses the next create, which then has no effect. */
  refuseOnce(response: Response): void
  /** Counts the services with a name. */
  count(name: string): number
  url(member: string): string
}

/**
 * Creates a fake cluster of three controllers that behaves as recorded: a session token is valid only at the member
 * that issued it, an access token at every member. A member shows a change by another member after `lag` reads. After
 * the leader stops, the first write reports that the leader is gone, and `election` further ones are refused; if only
 * one member is left, all are refused.
 */
export function createFakeCluster({
  lag = 2,
  election = 3,
  madeInSpite = false,
  asFollower,
  backend,
}: {
  /** The response of a follower if a name is taken; by default, the same as that of the leader. */
  asFollower?: Response
  /** Answers requests for all members that are not about services. */
  backend?: (request: Request) => Promise<Response>
  lag?: number
  election?: number
  /** Whether the create that is refused because the leader is gone takes effect nevertheless. */
  madeInSpite?: boolean
} = {}): FakeCluster {
  const members = ['c1', 'c2', 'c3']
  const url = (member: string): string => `https://127.0.0.1:128${member.slice(1)}`
  const asked: string[] = []
  const services: Kept[] = []
  const refusals: Response[] = []
  const state = {
    up: new Set(members),
    leader: 'c1' as string | undefined,
    isFirst: false,
    tries: 0,
    breaks: false,
    tokens: 0,
    /** The issue time of each access token, in ms since 1970; `ended` contains the tokens that are refused. */
    issued: new Map<string, number>(),
    ended: new Set<string>(),
  }

  const elect = (): Response | undefined => {
    if (state.leader !== undefined) return undefined
    if (state.isFirst) {
      state.isFirst = false
      return play(recorded.leaderGone)
    }
    state.tries += 1
    if (state.up.size < 2) return play(state.tries > 1 ? recorded.noLeader : recorded.election)
    if (state.tries <= election) return play(recorded.election)
    state.leader = [...state.up][0]
    return undefined
  }
  const create = (member: string, name: string): Response => {
    if (asFollower && member !== state.leader && services.some(({ now }) => now?.name === name))
      return asFollower.clone()
    if (services.some(({ now }) => now?.name === name))
      return refusal('COULD_NOT_VALIDATE', 400, {
        field: 'name',
        reason: 'name must be unique',
        value: name,
      })
    const id = `id-${services.length}`
    const now = { id, name, createdAt: new Date().toISOString(), roleAttributes: [] }
    services.push({ now, before: undefined, writtenAt: member, reads: new Map() })
    return answer({ id, _links: { self: { href: `./services/${id}` } } }, { status: 201 })
  }
  const change = (member: string, id: string, change: object | undefined): Response => {
    const kept = services.find(({ now }) => now?.id === id)
    if (!kept?.now) return refusal('NOT_FOUND', 404)
    const now = change && { ...kept.now, ...change }
    Object.assign(kept, { now, before: kept.now, writtenAt: member, reads: new Map() })
    return answer({})
  }
  /** Returns a record as a member shows it. */
  const show = (member: string, kept: Kept): Service | undefined => {
    if (kept.writtenAt === member) return kept.now
    const reads = (kept.reads.get(member) ?? 0) + 1
    kept.reads.set(member, reads)
    return reads > lag ? kept.now : kept.before
  }
  const isSignedIn = (member: string, request: Request): boolean =>
    request.headers.get('zt-session')?.startsWith(`${member}-`) ||
    (/^Bearer eyJh\.\w+\.sig$/.test(request.headers.get('authorization') ?? '') &&
      !state.ended.has(request.headers.get('authorization')?.slice('Bearer '.length) ?? ''))

  const serve = async (member: string, request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.startsWith('/oidc/'))
      return serveOidc(pathname, searchParams, url(member), await request.text(), state)
    const path = pathname.replace('/edge/management/v1', '')
    if (path === '/version') return play(recorded.version)
    if (path === '/authenticate') return answer(sessionRecord(`${member}-${(state.tokens += 1)}`))
    if (!isSignedIn(member, request)) return play(recorded.otherSession)
    if (path === '/current-api-session') return answer(sessionRecord(`${member}-x`))
    if (path === '/controllers')
      return answer(
        members.map((id) =>
          JSON.parse(JSON.stringify(recorded.controller).replaceAll('1281', `128${id.slice(1)}`)),
        ),
        { meta: { pagination: { limit: 10, offset: 0, totalCount: 3 } } },
      )
    const isRead = request.method === 'GET'
    if (isRead && path === '/services') {
      const name = /name = "([^"]*)"/.exec(searchParams.get('filter') ?? '')?.[1]
      const found = services
        .filter(({ now, before }) => name === undefined || (now ?? before)?.name === name)
        .flatMap((kept) => show(member, kept) ?? [])
      return answer(found, {
        meta: { pagination: { limit: 500, offset: 0, totalCount: found.length } },
      })
    }
    const [, resource, id = ''] = path.split('/')
    const isOwn = resource === 'services' || resource === 'terminators'
    if (isRead && isOwn) {
      const kept = services.find(({ now, before }) => (now ?? before)?.id === id)
      const shown = kept && show(member, kept)
      return shown ? answer(shown) : refusal('NOT_FOUND', 404)
    }
    const sent: Record<string, unknown> =
      isOwn && request.method !== 'DELETE' ? toRecord(await request.json()) : {}
    if (!isRead && !path.startsWith('/fabric')) {
      const wasFirst = state.isFirst
      const refused = elect()
      if (refused && wasFirst && madeInSpite && id === '') create(member, String(sent['name']))
      if (refused) return refused
    }
    if (!isOwn && backend) return backend(request)
    if (id !== '') return change(member, id, request.method === 'DELETE' ? undefined : sent)
    const given = refusals.pop()
    if (given) return given
    return create(member, String(sent['name']))
  }

  return {
    asked,
    url,
    count: (name) => services.filter(({ now }) => now?.name === name).length,
    start: (member) => void state.up.add(member),
    end(member) {
      state.up.delete(member)
      if (state.leader !== member && state.up.size > 1) return
      Object.assign(state, { leader: undefined, isFirst: state.up.size > 1, tries: 0 })
    },
    breakAnswer: () => void (state.breaks = true),
    refuseOnce: (response) => void refusals.push(response),
    fetch: async (request) => {
      const { port, pathname } = new URL(request.url)
      const member = `c${port.slice(-1)}`
      asked.push(`${member} ${request.method} ${pathname.replace('/edge/management/v1', '')}`)
      if (!state.up.has(member)) throw createNetworkError('ECONNREFUSED')
      const isWrite = request.method !== 'GET' && pathname.includes('/services')
      const response = await serve(member, request)
      if (!state.breaks || !isWrite) return response
      state.breaks = false
      return breakOff(response)
    },
  }
}

const createNetworkError = (code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

/** Copies a response, but ends the connection after the first bytes of the body. */
async function breakOff(response: Response): Promise<Response> {
  const text = await response.text()
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text.slice(0, 9))),
    pull: (controller) => controller.error(createNetworkError('UND_ERR_SOCKET')),
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

/**
 * Signs everyone in through OpenID Connect, as the same identity. As recorded, revoking a token only ends its own
 * sign-in, and ending the session refuses every token that the identity received up to the end of that second.
 */
function serveOidc(
  path: string,
  query: URLSearchParams,
  origin: string,
  body: string,
  state: { tokens: number; issued: Map<string, number>; ended: Set<string> },
): Response {
  const redirect = (location: string): Response =>
    new Response('', { status: 302, headers: { location } })
  if (path === '/oidc/authorize') {
    const id = encodeURIComponent(query.get('state') ?? '')
    return redirect(`/oidc/login/username?authRequestID=${id}`)
  }
  if (path.startsWith('/oidc/login/')) return redirect(`${origin}/oidc/authorize/callback?id=x`)
  if (path === '/oidc/authorize/callback')
    return redirect(
      `http://localhost:8080/auth/callback?code=code-1&state=${encodeURIComponent(query.get('id') ?? '')}`,
    )
  if (path === '/oidc/end_session') {
    const second = Math.ceil(Date.now() / 1000) * 1000
    for (const [token, time] of state.issued) if (time < second) state.ended.add(token)
    return redirect('/oidc/logged-out')
  }
  const form = new URLSearchParams(body)
  if (path === '/oidc/revoke') {
    state.ended.add((form.get('token') ?? '').replace(/^refresh-(\d+)$/, 'eyJh.t$1.sig'))
    return new Response('')
  }
  const access = `eyJh.t${(state.tokens += 1)}.sig`
  state.issued.set(access, Date.now())
  return new Response(
    JSON.stringify({
      access_token: access,
      refresh_token: `refresh-${state.tokens}`,
      id_token: `id-${state.tokens}`,
      token_type: 'Bearer',
      expires_in: 1799,
    }),
    { headers: { 'content-type': 'application/json' } },
  )
}

/**
 * Serves each member over HTTPS on its own port until the test ends. `certificates` replaces the certificates of some
 * members.
 */
export async function serveCluster(
  cluster: FakeCluster,
  certificates: Readonly<Record<string, ServerCertificate>> = {},
): Promise<{ url(member: string): string; asked: string[] }> {
  const members = ['c1', 'c2', 'c3']
  const urls = new Map<string, string>()
  const toReal = (text: string): string =>
    members.reduce(
      (left, member) => left.replaceAll(cluster.url(member), urls.get(member) ?? ''),
      text,
    )
  for (const member of members) {
    const { url } = await startController((asked, response, _, request) => {
      take(response)
      const sent = new Request(`${cluster.url(member)}${request.url ?? ''}`, {
        method: asked.method,
        headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' && !['connection', 'host', 'content-length'].includes(name)
            ? [[name, value]]
            : [],
        ),
        ...(asked.body !== '' && { body: asked.body }),
      })
      cluster.fetch(sent).then(
        async ({ status, headers, body }) => {
          const text = await new Response(body).text()
          response
            .writeHead(
              status,
              Object.fromEntries([...headers].map(([name, value]) => [name, toReal(value)])),
            )
            .end(toReal(text))
        },
        () => response.destroy(),
      )
    }, certificates[member])
    urls.set(member, url)
  }
  return { url: (member) => urls.get(member) ?? '', asked: cluster.asked }
}
