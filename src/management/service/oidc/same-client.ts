import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { toRateLimitKey } from '../auth/attempts.js'
import type { Connection, IncomingRequest } from '../call/request.js'

/**
 * The client that begins a sign-in. Only the same client may continue it, so that nobody gets a code by making another
 * user sign in.
 */
export type SignInClient = {
  /** The part of the client's address that stays the same in a sign-in; undefined for requests from this process. */
  readonly addressKey: string | undefined
  /** The SHA-256 of the client certificate and its chain, in Base64; undefined if the client sent none. */
  readonly certificate: string | undefined
}

/** The part of an address that does not change during a sign-in; `loopback` for all loopback addresses. */
const toAddressKey = (address: string): string => {
  const isLoopback = ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
  return isLoopback ? 'loopback' : toRateLimitKey(address)
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64')

export const toSignInClient = ({ address, clientCertificate }: Connection): SignInClient => ({
  addressKey: address === undefined ? undefined : toAddressKey(address),
  certificate: clientCertificate === undefined ? undefined : hashText(clientCertificate),
})

/**
 * Whether a connection may belong to the client that began a sign-in: its address is the same or not known, and it
 * presents the certificate that the client presented at the start, if any.
 */
export function isSameClient(startedBy: SignInClient, connection: Connection): boolean {
  const { addressKey, certificate } = toSignInClient(connection)
  return (
    (startedBy.addressKey === undefined ||
      addressKey === undefined ||
      addressKey === startedBy.addressKey) &&
    (startedBy.certificate === undefined || certificate === startedBy.certificate)
  )
}

/**
 * Whether an origin is the origin of a URL. An `https` origin also matches an `http` URL, because a proxy may have
 * terminated TLS; an `http` origin does not match an `https` URL.
 */
function isOriginOf(origin: string, { host, protocol }: URL): boolean {
  const page = URL.canParse(origin) ? new URL(origin) : undefined
  return page?.host === host && (page.protocol === 'https:' || page.protocol === protocol)
}

/**
 * Whether a web page of another site sent a request, by the headers `Origin` and `Sec-Fetch-Site` (Fetch Metadata);
 * false without these headers. Also false for pages of the origin `allowedOrigin`, or for all pages if it is `*`.
 */
export function isCrossSite(
  { headers }: Pick<IncomingRequest, 'headers'>,
  url: URL,
  allowedOrigin: string | undefined,
): boolean {
  const [origin, fetchSite] = [headers.get('origin'), headers.get('sec-fetch-site')]
  if (allowedOrigin === '*' || (origin !== null && origin === allowedOrigin)) return false
  if (origin !== null && !isOriginOf(origin, url)) return true
  return fetchSite !== null && fetchSite !== 'same-origin' && fetchSite !== 'none'
}

/**
 * The connection of a request, without its certificate if a page of another site made the browser send it: the page
 * could sign the user in, or enroll the certificate for somebody else. GET and HEAD keep the certificate, because they
 * change nothing, and the page cannot see the response.
 */
export const dropCrossSiteCertificate = (
  connection: Connection,
  httpRequest: Pick<IncomingRequest, 'headers' | 'method'>,
  { url, cors }: { url: URL; cors: string | undefined },
): Connection => {
  const isRead = httpRequest.method === 'GET' || httpRequest.method === 'HEAD'
  if (isRead || !isCrossSite(httpRequest, url, cors === '*' ? undefined : cors)) return connection
  const { clientCertificate: _, ...rest } = connection
  return rest
}
