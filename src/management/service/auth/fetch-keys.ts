import { lookup } from 'node:dns'
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** A response with keys; its body is read only if it is `ok`. */
export type KeyResponse = { readonly ok: boolean; readonly body: AsyncIterable<Uint8Array> | null }

export type FetchKeys = (
  url: string,
  init: { headers: Record<string, string>; redirect: 'error'; signal: AbortSignal },
) => Promise<KeyResponse>

/** Prefixes of IPv6 addresses that embed an IPv4 address, and the byte at which the IPv4 address begins. */
const ipv4Embeddings: readonly (readonly [prefix: string, start: number])[] = [
  ['64:ff9b::/96', 12],
  ['::/96', 12],
  ['2002::/16', 2],
]

/**
 * The prefix for local translation to IPv4 (RFC 8215). The position of the embedded IPv4 address depends on the
 * network.
 */
const localTranslationPrefix = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48')

/**
 * Whether an IPv6 address is an ISATAP address (RFC 5214) with any network prefix; its last four bytes are an IPv4
 * address.
 */
const isIsatap = (bytes: readonly number[]): boolean =>
  [0, 2].includes(bytes[8] ?? 1) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe

/** The address that is actually reached: the IPv4 address embedded in an IPv6 address, if there is one. */
function toReachedAddress(address: string): ReturnType<typeof ipaddr.process> {
  const parsedAddress = ipaddr.process(address)
  if (!(parsedAddress instanceof ipaddr.IPv6)) return parsedAddress
  const bytes = parsedAddress.toByteArray()
  const [, start = isIsatap(bytes) ? 12 : undefined] =
    ipv4Embeddings.find(([prefix]) => parsedAddress.match(ipaddr.IPv6.parseCIDR(prefix))) ?? []
  return start !== undefined &&
    parsedAddress.range() !== 'loopback' &&
    parsedAddress.range() !== 'unspecified'
    ? ipaddr.fromByteArray(bytes.slice(start, start + 4))
    : parsedAddress
}

const isTranslatedLocally = (target: ReturnType<typeof ipaddr.process>): boolean =>
  target instanceof ipaddr.IPv6 && target.match(localTranslationPrefix)

/** Whether an address belongs to this machine now; the addresses of a machine may change while the service runs. */
const isOwnAddress = (target: ReturnType<typeof ipaddr.process>): boolean =>
  Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .some(
      ({ address }) => ipaddr.process(address.replace(/%.*/, '')).toString() === target.toString(),
    )

/**
 * Whether an address is not a public unicast address, but for example an address of this machine or of a private
 * network, a link-local address (where clouds serve credentials), or a multicast address. False for a host name, which
 * has to be resolved first.
 */
export function isLocalAddress(address: string): boolean {
  const addressWithoutZone = address.replace(/%.*/, '')
  if (!ipaddr.isValid(addressWithoutZone)) return false
  const target = toReachedAddress(addressWithoutZone)
  return target.range() !== 'unicast' || isTranslatedLocally(target) || isOwnAddress(target)
}

const createLocalAddressError = (host: string): Error =>
  new Error(`${host} is an address of this machine, its link or a private network`)

/**
 * Resolves a host name; fails if any of its addresses is local, because the connection may use any of the addresses.
 */
const lookupRemote: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, options, (error, addressOrList, family) => {
    const addresses = Array.isArray(addressOrList)
      ? addressOrList.map(({ address }) => address)
      : [addressOrList]
    callback(
      error ?? (addresses.some(isLocalAddress) ? createLocalAddressError(hostname) : null),
      addressOrList,
      family,
    )
  })

/** Requests keys from public addresses only, because anyone who may change signers chooses the address. */
export const fetchRemoteKeys: FetchKeys = (url, { headers, signal }) =>
  new Promise((resolve, reject) => {
    const { hostname, protocol } = new URL(url)
    if (isLocalAddress(hostname.replace(/^\[|\]$/g, ''))) {
      reject(createLocalAddressError(hostname))
      return
    }
    const get = protocol === 'https:' ? getSecure : getPlain
    const request = get(
      url,
      { headers, signal, agent: false, lookup: lookupRemote },
      (response) => {
        const ok = response.statusCode === 200
        if (!ok) response.destroy()
        resolve({ ok, body: ok ? response : null })
      },
    )
    request.on('error', reject)
  })
