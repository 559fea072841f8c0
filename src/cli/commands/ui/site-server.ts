import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { isProjectError } from '../../../project/project-error.js'
import type { LocalFiles } from './local-files.js'
import type { SiteFiles } from './site-archive.js'

/** What the page says to each request; `body` of a string is plain text. */
type SiteResponse = { status: number; headers?: Record<string, string>; body?: string | Uint8Array }

/** Longest text that the page may write, in bytes. */
const maxTextBytes = 4 * 1024 * 1024

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
}

/** Nothing of other origins may use the answers, and nothing is kept: files and site may be others the next time. */
const commonHeaders = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Tells the page that it is served with local files. */
const localMark = '<head><meta name="routerfile-local" content="">'

export type UiServer = { url: string; close: () => void }

/**
 * Serves the site and the files of a folder on 127.0.0.1. The pages are those of the public site. The files need the token
 * of the printed address, which the page sends with each request: other users of the machine do not know it. A cookie would
 * reach all servers of the machine, as browsers do not tell ports apart.
 *
 * @param port 0 for any free port.
 */
export async function startUiServer(
  site: SiteFiles,
  files: LocalFiles,
  port: number,
): Promise<UiServer> {
  const token = randomBytes(24).toString('base64url')
  const server = createServer()
  const listening = await listen(server, port)
  const origins = ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${listening}`)
  server.on('request', (request, response) => {
    answer(request, { site, files, token, origins })
      .catch((error: unknown): SiteResponse => {
        if (isProjectError(error)) return { status: 409, body: error.message }
        return { status: 500, body: 'The request failed.' }
      })
      .then((result) => send(response, result))
      .catch(() => response.destroy())
  })
  return {
    url: `${origins[0] ?? ''}/playground/?token=${token}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

function send(response: ServerResponse, { status, headers, body = '' }: SiteResponse): void {
  response
    .writeHead(status, {
      ...commonHeaders,
      'content-type': 'text/plain; charset=utf-8',
      ...headers,
    })
    .end(body)
}

type SiteContext = {
  site: SiteFiles
  files: LocalFiles
  token: string
  origins: readonly string[]
}

async function answer(request: IncomingMessage, context: SiteContext): Promise<SiteResponse> {
  const { host = '', origin } = request.headers
  const ownOrigin = context.origins.find((item) => item === `http://${host}`)
  // Another host is a name of somebody else that leads to this machine.
  if (ownOrigin === undefined || (origin !== undefined && origin !== ownOrigin))
    return { status: 403, body: 'This server answers only pages of its own.' }
  const address = `${ownOrigin}${request.url ?? ''}`
  if (!address.startsWith(`${ownOrigin}/`) || !URL.canParse(address))
    return { status: 400, body: 'The address is not a path.' }
  const url = new URL(address)
  if (url.pathname.startsWith('/local/')) return answerLocal(request, url, context, ownOrigin)
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405 }
  return findPage(context.site, url.pathname)
}

function isSameText(left: string, right: string): boolean {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)]
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes)
}

function findPage(site: SiteFiles, pathname: string): SiteResponse {
  const path = decodePath(pathname)
  const name = [path, `${path}index.html`, `${path}.html`, `${path}/index.html`].find((item) =>
    site.has(item),
  )
  const body = name === undefined ? undefined : site.get(name)
  if (name === undefined || !body)
    return { status: 404, headers: { 'content-type': types['html'] ?? '' }, body: missing(site) }
  const extension = name.slice(name.lastIndexOf('.') + 1)
  return {
    status: 200,
    headers: { 'content-type': types[extension] ?? 'application/octet-stream' },
    body: extension === 'html' ? Buffer.from(body).toString().replace('<head>', localMark) : body,
  }
}

const missing = (site: SiteFiles): Uint8Array => site.get('404.html') ?? new Uint8Array()

/** The path below the site; as it is if it cannot be decoded. */
function decodePath(pathname: string): string {
  const path = pathname.slice(1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Lists, reads and writes the router files of the folder, for who knows the token. */
async function answerLocal(
  request: IncomingMessage,
  { pathname, searchParams }: URL,
  { files, token }: SiteContext,
  ownOrigin: string,
): Promise<SiteResponse> {
  if (!isSameText(request.headers.authorization ?? '', `Bearer ${token}`))
    return {
      status: 403,
      body: 'Open the address that `routerfile ui` printed: it has the token without which no file is shown.',
    }
  const path = searchParams.get('path') ?? ''
  if (pathname === '/local/files' && request.method === 'GET')
    return toJson({ files: await files.list() })
  if (pathname !== '/local/file') return { status: 404 }
  if (request.method === 'GET') {
    const found = files.read(path)
    return found ? toJson(found) : { status: 404, body: 'There is no such router file.' }
  }
  if (request.method !== 'PUT') return { status: 405 }
  // Browsers say where a write comes from.
  if (request.headers.origin !== ownOrigin) return { status: 403 }
  const text = await readBody(request)
  if (text === undefined) return { status: 413, body: 'The text is longer than 4 MiB.' }
  const outcome = files.write(path, text, request.headers['if-match'] ?? '')
  if (outcome === 'unknown') return { status: 404, body: 'There is no such router file.' }
  if (outcome === 'changed')
    return {
      status: 412,
      body: 'Another program changed the file. Open it again, or save your text elsewhere.',
    }
  return toJson(files.read(path))
}

const toJson = (value: unknown): SiteResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

/** The body as text; undefined if it is too long. */
const readBody = (request: IncomingMessage): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let length = 0
    request
      .on('data', (part: Buffer) => {
        length += part.length
        // Read to the end, as a connection that is closed before shows no answer.
        if (length <= maxTextBytes) parts.push(part)
      })
      .on('end', () =>
        resolve(length <= maxTextBytes ? Buffer.concat(parts).toString() : undefined),
      )
      .on('error', reject)
  })
