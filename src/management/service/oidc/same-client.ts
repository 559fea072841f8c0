import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { toRateLimitKey } from '../auth/attempts.js'
import type { Connection, IncomingRequest } from '../call/request.js'

/**
 * Who begins to sign in: only a client like this one may go on with it, so that nobody gets a code for what another
 * user was led to sign in to. Requests from this process have no address.
 */
export type Beginner = {
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

export const describeBeginner = ({ address, clientCertificate }: Connection): Beginner => ({
  client: address === undefined ? undefined : toClient(address),
  certificate: clientCertificate === undefined ? undefined : hash(clientCertificate),
})

/** Whether a connection may be one of the client that began, which shows the same certificate to the end if it has one. */
export function isSameClient(beginner: Beginner, connection: Connection): boolean {
  const { client, certificate } = describeBeginner(connection)
  return (
    (beginner.client === undefined || client === undefined || client === beginner.client) &&
    (beginner.certificate === undefined || certificate === beginner.certificate)
  )
}

const getHost = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/**
 * Whether a web page of another site sent a request (`Origin`, and `Sec-Fetch-Site` of Fetch Metadata): with it, the
 * browser sends the certificate of its user, whoever made the page. `allowed` is the origin whose pages may; `*`
 * allows all.
 */
export function isCrossSite(
  { headers }: Pick<IncomingRequest, 'headers'>,
  host: string,
  allowed: string | undefined,
): boolean {
  const [origin, site] = [headers.get('origin'), headers.get('sec-fetch-site')]
  if (allowed === '*' || (origin !== null && origin === allowed)) return false
  if (origin !== null && getHost(origin) !== host) return true
  return site !== null && site !== 'same-origin' && site !== 'none'
}
