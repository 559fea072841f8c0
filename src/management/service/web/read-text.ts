import type { IncomingMessage } from 'node:http'
import { bodyLimit, tooLarge } from '../exchange.js'

/** Bytes that are read and thrown away before a connection is cut: who sends a little too much shall hear of it. */
const patience = 16 * bodyLimit

/** The body of a request as text. Throws a Refusal where it is too long. */
export function readText(request: IncomingMessage): Promise<string> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length === '0' && encoding === undefined) return Promise.resolve('')
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size <= bodyLimit) parts.push(part)
      else if (size > patience) request.destroy()
    })
    request.on('end', () =>
      size > bodyLimit ? reject(tooLarge()) : resolve(Buffer.concat(parts).toString('utf8')),
    )
    request.on('error', reject)
    request.on('close', () => reject(new Error('the client went away')))
  })
}
