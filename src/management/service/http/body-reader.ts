import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '../call/failure.js'
import { createBodyTooLarge, maxBodyBytes } from '../call/request.js'
import type { BodyBudget, HeldBody } from './body-budget.js'

/**
 * Up to this many bytes of a rejected body are read and discarded, so that clients get status 413 instead of a
 * connection reset.
 */
const maxDiscardedBytes = 16 * maxBodyBytes

/**
 * Reads the body of a request once. Its memory is counted until `release`, which is called when the request has been
 * handled.
 */
type BodyReader = { read: () => Promise<string>; release: () => void }

/**
 * Creates the reader of a body. The memory of a body is counted until its request has been handled, not until its
 * response has been read, because a client could delay reading. `read` throws a Refusal if the body is too long, or if
 * the memory for all bodies is used up.
 */
export function createBodyReader(
  request: IncomingMessage,
  response: ServerResponse,
  budget: BodyBudget,
): BodyReader {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length === '0' && encoding === undefined)
    return { read: () => Promise.resolve(''), release: () => undefined }
  let openBody: HeldBody | undefined
  const read = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const body = createGrowingBuffer()
      const heldBody = budget.open(request.socket.remoteAddress, () => {
        body.clear()
        response.shouldKeepAlive = false
        reject(new Refusal({ code: 'RATE_LIMITED' }, { 'retry-after': '1' }))
      })
      openBody = heldBody
      let size = 0
      request.on('data', (part: Buffer) => {
        size += part.length
        if (size <= maxBodyBytes) heldBody.hold(body.add(part))
        else if (size > maxDiscardedBytes) request.destroy()
      })
      request.on('end', () => {
        heldBody.complete()
        if (size > maxBodyBytes) reject(createBodyTooLarge())
        else resolve(body.toText())
      })
      request.on('error', reject)
      request.on('close', () => reject(new Error('the client closed the connection')))
    })
  return { read, release: () => openBody?.release() }
}

/**
 * Collects a body in one buffer. The received chunks are not kept: if a client sends each byte in a separate chunk, the
 * chunks take a hundred times the memory of the bytes.
 */
function createGrowingBuffer() {
  let bytes = Buffer.alloc(0)
  let length = 0
  let isOpen = true
  return {
    /** Adds a chunk, and returns by how many bytes the buffer has grown. */
    add: (part: Buffer): number => {
      if (!isOpen) return 0
      const oldSize = bytes.length
      if (length + part.length > oldSize) {
        const largerBuffer = Buffer.allocUnsafeSlow(
          Math.min(Math.max(length + part.length, 2 * oldSize, 1024), maxBodyBytes),
        )
        bytes.copy(largerBuffer, 0, 0, length)
        bytes = largerBuffer
      }
      length += part.copy(bytes, length)
      return bytes.length - oldSize
    },
    /** Drops the bytes, and ignores all that are added later. */
    clear: (): void => {
      isOpen = false
      bytes = Buffer.alloc(0)
    },
    toText: (): string => {
      const text = bytes.toString('utf8', 0, length)
      bytes = Buffer.alloc(0)
      return text
    },
  }
}
