import { parseAddress } from '../formats/address.js'
import { formatDuration, parseDuration } from '../formats/duration.js'
import type { Key } from '../schema/key.js'
import { code } from './markdown.js'
import { meaningOf } from './meanings.js'

/** Milliseconds in a number of a unit. */
const units: Readonly<Record<string, number>> = { ms: 1, s: 1000 }

/** A number with blanks between thousands. */
const grouped = (value: number): string =>
  Number.isInteger(value) ? String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ') : String(value)

const protocols: Readonly<Record<string, string>> = {
  tls: 'TLS',
  wss: 'WebSocket over TLS',
  ws: 'WebSocket',
  dtls: 'DTLS',
  tcp: 'TCP',
  udp: 'UDP',
}

function duration(text: string): string | undefined {
  const parsed = parseDuration(text)
  return 'nanoseconds' in parsed
    ? `${code(text)} = ${grouped(Number(parsed.nanoseconds) / 1e6)} ms`
    : undefined
}

function address(text: string, { source }: Key): string | undefined {
  const parsed = parseAddress(text, {
    schemes: source['x-schemes'] ?? Object.keys(protocols),
    brackets: source['x-brackets'] ?? true,
  })
  if (!parsed) return undefined
  const { protocol, host, port } = parsed
  const shown = ['', '0.0.0.0', '[::]'].includes(host)
    ? `${code(host === '' ? '""' : host)} (every interface)`
    : code(host)
  return `protocol ${protocols[protocol] ?? protocol}, host ${shown}, port ${port === undefined ? 'none' : code(String(port))}`
}

function hostPort(text: string): string | undefined {
  const [, host, port] = /^(.*):(\d+)$/.exec(text) ?? []
  return host === undefined || port === undefined
    ? undefined
    : `host ${code(host)}, port ${code(port)}`
}

/** What a text means as the value of a key, in words; undefined where it speaks for itself. */
export function worthOf(path: string, key: Key, text: string): string | undefined {
  const format = key.format?.name ?? ''
  const unit = units[key.source['x-unit'] ?? '']
  if (format.startsWith('duration') && !/^\d+$/.test(text)) return duration(text)
  if (/address$|^link-advertise$/.test(format)) return address(text, key)
  if (/host-port|^edge-advertise$/.test(format)) return hostPort(text)
  if (unit !== undefined && /^\d+$/.test(text) && Number(text) > 0)
    return `${code(text)} ${key.source['x-unit']} = ${code(formatDuration(Number(text) * unit))}`
  const word = format === 'tunnel-mode' && text.startsWith('tproxy:') ? 'tproxy' : text
  const meaning = meaningOf(path, word)
  return meaning === undefined ? undefined : `${code(text)}: ${meaning}`
}
