import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { isProjectError } from '../../../project/project-error.js'
import { isRecord } from '../../../document/record.js'
import type { FolderBoard } from './folder-board.js'
import type { FolderChanges } from './folder-changes.js'
import type { LocalFiles } from './local-files.js'
import type { BoardRequest, FixRequest } from './messages.js'
import type { SiteFiles } from './site-archive.js'

/** The response to a request; `body` is sent as plain text unless `headers` name another type. */
type SiteResponse = { status: number; headers?: Record<string, string>; body?: string | Uint8Array }

/** Maximum size of a request body in bytes. */
const maxTextBytes = 4 * 1024 * 1024

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
}

/**
 * Headers that keep other origins from using the responses, and browsers from caching them: files and pages may have
 * changed by the next request.
 */
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

export type ServedFolder = { files: LocalFiles; board: FolderBoard; changes: FolderChanges }

/**
 * Serves the site and the files of a folder on 127.0.0.1. The pages are those of the public site. The files need the
 * token of the printed address, which the page sends with each request: other users of the machine do not know it. A
 * cookie would reach all servers of the machine, because browsers send it to every port.
 *
 * @param port 0 for any free port.
 */
export async function startUiServer(
  site: SiteFiles,
  folder: ServedFolder,
  port: number,
): Promise<UiServer> {
  const token = randomBytes(24).toString('base64url')
  const server = createServer()
  const actualPort = await listen(server, port)
  const origins = ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${actualPort}`)
  server.on('request', (request, response) => {
    answer(request, { site, folder, token, origins })
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
  folder: ServedFolder
  token: string
  origins: readonly string[]
}

async function answer(request: IncomingMessage, context: SiteContext): Promise<SiteResponse> {
  const { host = '', origin } = request.headers
  const ownOrigin = context.origins.find((item) => item === `http://${host}`)
  // A request for another host may come from a page whose owner points a domain at this machine (DNS rebinding).
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
    return {
      status: 404,
      headers: { 'content-type': contentTypes['html'] ?? '' },
      body: getNotFoundPage(site),
    }
  const extension = name.slice(name.lastIndexOf('.') + 1)
  return {
    status: 200,
    headers: { 'content-type': contentTypes[extension] ?? 'application/octet-stream' },
    body: extension === 'html' ? Buffer.from(body).toString().replace('<head>', localMark) : body,
  }
}

const getNotFoundPage = (site: SiteFiles): Uint8Array => site.get('404.html') ?? new Uint8Array()

function decodePath(pathname: string): string {
  const path = pathname.slice(1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Lists, reads, checks and writes the router files of the folder for requests with the token. */
async function answerLocal(
  request: IncomingMessage,
  url: URL,
  { folder, token }: SiteContext,
  ownOrigin: string,
): Promise<SiteResponse> {
  if (!isSameText(request.headers.authorization ?? '', `Bearer ${token}`))
    return {
      status: 403,
      body: 'Open the address that `routerfile ui` printed: it has the token without which no file is shown.',
    }
  const { method = '' } = request
  const handleRequest = routes[`${method} ${url.pathname}`]
  if (!handleRequest)
    return {
      status: Object.keys(routes).some((key) => key.endsWith(` ${url.pathname}`)) ? 405 : 404,
    }
  if (method === 'GET') return handleRequest({ ...folder, url, text: '', request })
  // Browsers send `Origin` with every request that is not a GET.
  if (request.headers.origin !== ownOrigin) return { status: 403 }
  const text = await readBody(request)
  if (text === undefined) return { status: 413, body: 'The text is longer than 4 MiB.' }
  return handleRequest({ ...folder, url, text, request })
}

type LocalRequest = ServedFolder & { url: URL; text: string; request: IncomingMessage }

const unknownFile: SiteResponse = { status: 404, body: 'There is no such router file.' }

const routes: Readonly<
  Record<string, (request: LocalRequest) => SiteResponse | Promise<SiteResponse>>
> = {
  'GET /local/files': async ({ files }) => toJson({ files: await files.list() }),
  'GET /local/file': ({ files, url }) => {
    const found = files.open(url.searchParams.get('path') ?? '')
    return found ? toJson(found) : unknownFile
  },
  'PUT /local/file': (local) => {
    const { request } = local
    return request.headers['if-none-match'] === '*' ? createFile(local) : replaceFile(local)
  },
  'GET /local/texts': async ({ files }) => {
    const localFiles = await files.list()
    return toJson({
      files: localFiles.flatMap((file) => {
        const found = files.read(file.path)
        return found ? [{ ...file, ...found }] : []
      }),
    })
  },
  'GET /local/changes': async ({ changes, url }) => {
    const seenCount = Number(url.searchParams.get('seen') ?? 0)
    return toJson({ changes: await changes.wait(Number.isFinite(seenCount) ? seenCount : 0) })
  },
  'POST /local/board': async ({ board, text }) => {
    const boardRequest = readBoardRequest(text)
    return boardRequest ? toJson(await board.check(boardRequest)) : { status: 400 }
  },
  'POST /local/releases': async ({ board, text }) => {
    const fixRequest = readFixRequest(text)
    if (!fixRequest) return { status: 400 }
    const verdicts = await board.findVerdicts(fixRequest.path, fixRequest.text)
    return verdicts ? toJson(verdicts) : unknownFile
  },
  'POST /local/fix': async ({ board, text }) => {
    const fixRequest = readFixRequest(text)
    if (!fixRequest) return { status: 400 }
    const fixedText = await board.fix(fixRequest)
    return fixedText ? toJson(fixedText) : unknownFile
  },
}

function replaceFile({ files, url, text, request }: LocalRequest): SiteResponse {
  const path = url.searchParams.get('path') ?? ''
  const outcome = files.write(path, text, request.headers['if-match'] ?? '')
  if (outcome === 'unknown') return unknownFile
  if (outcome === 'changed')
    return {
      status: 412,
      body: 'Another program changed the file, so it was not saved.',
    }
  return toJson(outcome)
}

async function createFile({ files, url, text }: LocalRequest): Promise<SiteResponse> {
  const name = url.searchParams.get('path') ?? ''
  const outcome = files.create(name, text)
  if (outcome === 'refused')
    return {
      status: 400,
      body: 'The name of a new file has letters, digits, `.`, `_` and `-`, and ends in `.yml`.',
    }
  if (outcome === 'taken')
    return { status: 412, body: `The folder has a file \`${name}\` already. It was not changed.` }
  return toJson({ files: await files.list() })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readBoardRequest(body: string): BoardRequest | undefined {
  const value = parseJson(body)
  if (!isRecord(value)) return undefined
  const { texts = [], release } = value
  if (!Array.isArray(texts)) return undefined
  return {
    texts: texts.flatMap((item: unknown) => {
      const { path, text } = isRecord(item) ? item : {}
      return typeof path === 'string' && typeof text === 'string' ? [{ path, text }] : []
    }),
    ...(typeof release === 'string' && release !== '' && { release }),
  }
}

function readFixRequest(body: string): FixRequest | undefined {
  const value = parseJson(body)
  const { path, text, rule, unsafe, release } = isRecord(value) ? value : {}
  if (typeof path !== 'string') return undefined
  return {
    path,
    unsafe: unsafe === true,
    ...(typeof text === 'string' && { text }),
    ...(typeof rule === 'string' && { rule }),
    ...(typeof release === 'string' && release !== '' && { release }),
  }
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
        // Read to the end: a browser whose connection closes while it sends does not show the response.
        if (length <= maxTextBytes) parts.push(part)
      })
      .on('end', () =>
        resolve(length <= maxTextBytes ? Buffer.concat(parts).toString() : undefined),
      )
      .on('error', reject)
  })
