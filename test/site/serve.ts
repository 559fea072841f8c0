import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { createGzip } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Serves the files of a folder below a base path (`/` or `/PATH/`) on a free local port, as static hosts do. */
export async function serveFolder(
  folder: string,
  base: string,
): Promise<{ url: string; close: () => void }> {
  const root = resolve(folder)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = resolve(root, `./${decodeURIComponent(pathname.slice(base.length))}`)
    const file = [path, join(path, 'index.html'), `${path}.html`].find(
      (name) => name.startsWith(root) && existsSync(name) && statSync(name).isFile(),
    )
    if (!pathname.startsWith(base) || !file) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
    })
    return createReadStream(file).pipe(createGzip()).pipe(response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}${base}`, close: () => server.close() }
}
