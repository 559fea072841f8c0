/**
 * The parts of a service worker's global scope that are used here; the project is compiled with the
 * types of pages.
 */
type ServiceWorkerScope = {
  addEventListener: <Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ) => void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { scope: string }
}
type Events = {
  install: { waitUntil: (work: Promise<unknown>) => void }
  activate: { waitUntil: (work: Promise<unknown>) => void }
  fetch: { request: Request; respondWith: (response: Promise<Response>) => void }
}
declare const self: ServiceWorkerScope

/** A digest of the whole site; each version has its own cache. */
declare const SITE_VERSION: string
/** The files that the first visit caches, as paths below the site. */
declare const SITE_FILES: readonly string[]
/** The path of a JSON file with the scripts of all other pages, by their paths. */
declare const SITE_PAGES: string

const { scope } = self.registration
const ownCaches = `routerfile ${scope} `
const cacheName = ownCaches + SITE_VERSION

self.addEventListener('install', (event) => {
  event.waitUntil(fillCache().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return
  const { pathname } = new URL(request.url)
  const isHashed = /\/(?:assets|parts)\//.test(pathname)
  event.respondWith(isHashed ? fromCacheFirst(request) : fromNetworkFirst(request))
})

async function fillCache(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll(SITE_FILES.map((path) => new Request(scope + path, { cache: 'reload' })))
  // Thousands of small requests would burden the host, and one large file compresses well.
  const response = await fetch(scope + SITE_PAGES).catch(() => undefined)
  if (!response?.ok) return
  const pages = (await response.json()) as Readonly<Record<string, string>>
  const headers = { 'content-type': 'text/javascript' }
  for (const [path, text] of Object.entries(pages))
    await cache.put(scope + path, new Response(text, { headers }))
}

async function dropOldCaches(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(ownCaches) && name !== cacheName) await caches.delete(name)
}

/** Answers from the cache first: for files whose names change with their content. */
async function fromCacheFirst(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const known = await cache.match(request)
  if (known) return known
  try {
    return await keep(cache, request, await fetch(request))
  } catch {
    return findCached(cache, request)
  }
}

/** Answers from the network first: for pages, and files whose names do not change. */
async function fromNetworkFirst(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  try {
    return await keep(cache, request, await fetch(request))
  } catch {
    return findCached(cache, request)
  }
}

/** Caches an answer without the query of its address, which is not part of the site and may be private. */
async function keep(cache: Cache, request: Request, response: Response): Promise<Response> {
  if (response.ok) await cache.put(withoutQuery(request.url), response.clone())
  return response
}

const withoutQuery = (url: string): string => url.replace(/[?#].*/s, '')

/** Returns the cached answer for an address when the network is unavailable. */
async function findCached(cache: Cache, { url, mode }: Request): Promise<Response> {
  const path = withoutQuery(url)
  // For a page that was never visited, the error page loads its content from the cached scripts.
  const others =
    mode === 'navigate'
      ? [`${path}index.html`, `${path}.html`, `${scope}404.html`]
      : [path.replace(/\.lean\.js$/, '.js')]
  for (const name of [path, ...others]) {
    const found = await cache.match(name)
    if (found) return found
  }
  return Response.error()
}

export {}
