import ipaddr from 'ipaddr.js'
import type { Path } from '../diagnostic.js'
import { isIp } from '../formats/internet.js'
import { oncePer } from '../once.js'
import type { Draft } from '../schema/draft.js'
import type { Certificate } from './host.js'

const trimmed = (name: string): string => name.toLowerCase().replace(/\.$/, '')

function matches(pattern: string, host: string): boolean {
  const wanted = trimmed(pattern).split('.')
  const given = trimmed(host).split('.')
  if (wanted.length !== given.length || given.some((label) => label === '')) return false
  return wanted.every((label, index) => label === given[index] || (index === 0 && label === '*'))
}

/** Whether a certificate covers a host, as Go decides it: IP addresses by IP, names without regard to case, `*.` for one label. */
export function covers(
  { names, addresses }: Pick<Certificate, 'names' | 'addresses'>,
  host: string,
): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIp(bare))
    return addresses.some(
      (address) => ipaddr.process(address).toString() === ipaddr.process(bare).toString(),
    )
  return names.some((name) => matches(name, host))
}

/** The host whose name the router looks for in its certificates, for an advertised address of a link listener. */
export function hostOfLink(advertise: string): string | undefined {
  const [protocol, host] = advertise.split(':')
  return protocol === 'tls' || protocol === 'dtls' ? host : undefined
}

/** The same for `options.advertise` of a listener: what stands before the first colon, after a leading `tls:`. */
function hostOfListener(advertise: string): string {
  const start = advertise.startsWith('tls:') ? 'tls:'.length : 0
  const end = advertise.indexOf(':', start)
  return advertise.slice(start, end < 0 ? undefined : end)
}

/** An entry of `listeners`. */
export type Listener = NonNullable<Draft['listeners']>[number]

/** The host that a listener advertises. */
export const advertisedHost = oncePer(({ options }: Listener): string | undefined =>
  typeof options?.advertise === 'string' ? hostOfListener(options.advertise) : undefined,
)

/** Hosts that the router looks for in its certificates when it starts. */
export function advertisedHosts({ link, listeners }: Draft): { path: Path; host: string }[] {
  const links = (link?.listeners ?? []).flatMap(({ advertise }, index) => {
    const host = advertise === undefined ? undefined : hostOfLink(advertise)
    return host === undefined ? [] : [{ path: ['link', 'listeners', index, 'advertise'], host }]
  })
  const others = (listeners ?? []).flatMap((listener, index) => {
    const host = advertisedHost(listener)
    return host === undefined ? [] : [{ path: ['listeners', index, 'options', 'advertise'], host }]
  })
  return [...links, ...others]
}
