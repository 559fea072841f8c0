import { isIp } from './internet.js'

/** The parts of an address that may be written in the format of another program, such as a URL. */
export type GuessedAddress = {
  protocol: string | undefined
  host: string
  port: string | undefined
}

const urlPorts: ReadonlyMap<string, string> = new Map([
  ['https', '443'],
  ['wss', '443'],
])

/**
 * Guesses the address in `https://HOST:PORT/path`, `//HOST:PORT`, `TLS:HOST:PORT`, `tls;HOST:PORT` and the like,
 * ignoring slashes, user, path and blanks. The protocol is returned in lower case. Undefined if no host can be
 * recognized, or if the port is too large.
 */
export function guessAddress(value: string): GuessedAddress | undefined {
  const [, writtenProtocol, addressPart = ''] =
    /^\s*(?:([a-z][a-z\d+.-]*)\s*(?::\s*\/+|\/\/+|;|\s|:(?=[^:]*:|[^:]*[a-z]))|\/\/+)?(.*)$/is.exec(
      value,
    ) ?? []
  const [, host, digits] =
    /^[\s/]*(?:[^/@\s]*@)?(\[[\da-f:.]+\]|\w(?:[\w.-]*\w)?\.?)(?:(?:\s*:\s*|\s+)(\d+))?\s*(?:[/?#].*)?$/is.exec(
      addressPart,
    ) ?? []
  if (host === undefined) return undefined
  const protocol = writtenProtocol?.toLowerCase()
  const impliedPort = value.includes('//') ? urlPorts.get(protocol ?? '') : undefined
  const port = digits ?? impliedPort
  return Number(port ?? 0) > 65535
    ? undefined
    : { protocol, host, port: port && String(Number(port)) }
}

/**
 * Whether a host consists of numbers but is not an IP address in Go, such as `127.1`, `0x7f000001` or `010.0.0.1`: Go
 * looks it up as a name.
 */
export const isNumericName = (host: string): boolean =>
  /^(?:0x[\da-f]+|\d+)(?:\.(?:0x[\da-f]+|\d+))*\.?$/i.test(host) && !isIp(host)

/**
 * The IP address that other programs read from a host of one to four numbers, which may be octal or hexadecimal;
 * undefined if there are more, or if one is too large.
 */
export function readNumericAddress(host: string): string | undefined {
  const numbers = host
    .replace(/\.$/, '')
    .split('.')
    .map((label) => (/^0[0-7]+$/.test(label) ? parseInt(label, 8) : Number(label)))
  const lastNumber = numbers.pop() ?? NaN
  const isValid =
    numbers.length < 4 &&
    numbers.every((part) => part <= 255) &&
    lastNumber < 256 ** (4 - numbers.length)
  if (!isValid) return undefined
  const lastOctets = [3, 2, 1, 0]
    .slice(numbers.length)
    .map((power) => Math.floor(lastNumber / 256 ** power) % 256)
  return [...numbers, ...lastOctets].join('.')
}
