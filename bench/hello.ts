import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'

/** A minimal HTTPS server as a baseline: `node hello.js CERTIFICATE KEY` prints its port. */
const [, , cert = '', key = ''] = process.argv
if (cert !== '') {
  const body = JSON.stringify({ data: {}, meta: {} })
  const server = createServer(
    { cert: readFileSync(cert), key: readFileSync(key) },
    (_, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    },
  )
  server.listen(0, '127.0.0.1', () => console.log(`serving ${JSON.stringify(server.address())}`))
}
