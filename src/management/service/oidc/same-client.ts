import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { toRateLimitKey } from '../auth/attempts.js'
import type { Connection, IncomingRequest } from '../call/request.js'

/**
 * The client that begins to sign in. Only the same client may continue, so that nobody gets a code by making another
 * user sign in. Requests from this process have no address.
 */
export type SignInClient = {
  readonly client: string | undefined
  /** The SHA-256 of the client certificate. */
  readonly certificate: string | undefined
}

/** The part of an address that stays the same during a sign-in. */
const toClient = (address: string): string => {
  const isLoopback = ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
  return isLoopback ? 'loopback' : toRateLimitKey(address)
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64')

export const describeClient = ({ address, clientCertificate }: Connection): SignInClient => ({
  client: address === undefined ? undefined : toClient(address),
  certificate: clientCertificate === undefined ? undefined : hash(clientCertificate),
})

/**
 * Whether a connection may belong to the client that began. If that client has a certificate, it shows the same one
 * until the end.
 */
export function isSameClient(startedBy: SignInClient, connection: Connection): boolean {
  const { client, certificate } = describeClient(connection)
  return (
    (startedBy.client === undefined || client === undefined || client === startedBy.client) &&
    (startedBy.certificate === undefined || certificate === startedBy.certificate)
  )
}

/**
 * Whether an origin belongs to an address. A proxy may have decrypted the requests of an encrypted page, but not the
 * reverse.
 */
function isOriginOf(origin: string, { host, protocol }: URL): boolean {
  const page = URL.canParse(origin) ? new URL(origin) : undefined
  return page?.host === host && (page.protocol === 'https:' || page.protocol === protocol)
}

/**
 * Whether a web page of another site sent a request (`Origin`, and `Sec-Fetch-Site` of Fetch Metadata): with it, the
 * browser sends the certificate of its user, whoever made the page. `allowed` is the origin whose pages may; `*`
 * allows all.
 */
export function isCrossSite(
  { headers }: Pick<IncomingRequest, 'headers'>,
  url: URL,
  allowed: string | undefined,
): boolean {
  const [origin, site] = [headers.get('origin'), headers.get('sec-fetch-site')]
  if (allowed === '*' || (origin !== null && origin === allowed)) return false
  if (origin !== null && !isOriginOf(origin, url)) return true
  return site !== null && site !== 'same-origin' && site !== 'none'
}

/**
 * The connection of a request, without its certificate if the page of another site made the browser send it: the page
 * could sign the user in, or enroll the certificate for somebody else. Reads are fine: they change nothing, and the
 * page cannot see the answer.
 */
export const withOwnCertificate = (
  connection: Connection,
  incoming: Pick<IncomingRequest, 'headers' | 'method'>,
  { url, cors }: { url: URL; cors: string | undefined },
): Connection => {
  const isRead = incoming.method === 'GET' || incoming.method === 'HEAD'
  if (isRead || !isCrossSite(incoming, url, cors === '*' ? undefined : cors)) return connection
  const { clientCertificate: _, ...rest } = connection
  return rest
}
