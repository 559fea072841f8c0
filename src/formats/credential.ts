import type { Format, FormatResult } from './format.js'
import { isUri } from './internet.js'
import { text } from './scalar.js'

/** Where a certificate or key is: in a file, inline, or in an engine. */
export type Credential =
  | { kind: 'file'; path: string }
  | { kind: 'pem'; text: string }
  | { kind: 'engine'; scheme: string }
  | { kind: 'nothing' }

/** Reads the location of a certificate or key as the router does on systems other than Windows. */
export function parseCredential(value: string): Credential {
  if (value === '') return { kind: 'nothing' }
  if (value.startsWith('-----BEGIN')) return { kind: 'pem', text: value }
  if (value.startsWith('pem:')) return { kind: 'pem', text: value.slice('pem:'.length) }
  const file = /^file:(?:\/\/[^/]*)?(\/.*)?$/.exec(value)
  if (file) return file[1] === undefined ? { kind: 'nothing' } : { kind: 'file', path: file[1] }
  if (value.startsWith('file:')) return { kind: 'nothing' }
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(value)?.[1]
  return scheme === undefined ? { kind: 'file', path: value } : { kind: 'engine', scheme }
}

const hasBlock = (pem: string): boolean => /-----BEGIN [^-]+-----/.test(pem)

function readCredential(value: string, what: string): FormatResult {
  if (value === '') return { fault: 'range', right: `the path of ${what}` }
  const location = parseCredential(value)
  if (location.kind === 'nothing')
    return {
      fault: 'format',
      right: `the path of ${what}; the path after \`file:\` must start with a slash`,
    }
  if (location.kind !== 'pem' && !isUri(value))
    return {
      fault: 'format',
      right: `the path of ${what}, without control characters and with \`%25\` for a percent sign`,
    }
  if (location.kind === 'pem' && !hasBlock(location.text))
    return { fault: 'format', right: `${what} in PEM form after \`pem:\`` }
  return { value }
}

export const certificate: Format = {
  ...text,
  name: 'certificate',
  read: (given) => readCredential(String(given.value), 'a certificate'),
}

export const key: Format = {
  ...text,
  name: 'key',
  read: (given) => readCredential(String(given.value), 'a private key'),
}
