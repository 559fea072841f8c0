import { lookup } from 'node:dns'
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A response with keys; its body is read only if it is `ok`. */
export type KeyResponse = { readonly ok: boolean; readonly body: AsyncIterable<Uint8Array> | null }

/** Requests keys; redirects are not followed. */
export type FetchKeys = (
  url: string,
  init: { headers: Record<string, string>; redirect: 'error'; signal: AbortSignal },
) => Promise<KeyResponse>

const localRanges = new Set(['linkLocal', 'loopback', 'unspecified'])

/** Whether an address is one of this machine, or of its link, where clouds serve credentials. */
export const isLocalAddress = (address: string): boolean =>
  ipaddr.isValid(address) && localRanges.has(ipaddr.process(address).range())

const createLocalError = (host: string): Error =>
  new Error(`${host} is an address of this machine or its link`)

/** Resolves a name, and fails if one of its addresses is local: another one could be tried next. */
const lookupRemote: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, options, (error, found, family) => {
    const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
    callback(
      error ?? (addresses.some(isLocalAddress) ? createLocalError(hostname) : null),
      found,
      family,
    )
  })

/**
 * Requests keys from other machines only, because whoever may change signers chooses the address:
 * neither addresses nor names of this machine or its link are contacted.
 */
export const fetchRemoteKeys: FetchKeys = (url, { headers, signal }) =>
  new Promise((resolve, reject) => {
    const { hostname, protocol } = new URL(url)
    if (isLocalAddress(hostname.replace(/^\[|\]$/g, ''))) {
      reject(createLocalError(hostname))
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
