import type { Format, FormatTraits, FormatResult, Platform } from './format.js'
import { hasValidEscapes, isUri } from './internet.js'
import { text } from './scalar.js'

/** The location of a certificate or key: in a file, inline, or in an engine. */
export type Credential =
  | { kind: 'file'; path: string }
  | { kind: 'pem'; text: string }
  | { kind: 'engine'; scheme: string }
  /** A Windows path, which a router on another system takes for an engine. */
  | { kind: 'drive'; path: string }
  | { kind: 'nothing' }

export function parseCredential(value: string, platform: Platform = 'linux'): Credential {
  if (value === '') return { kind: 'nothing' }
  return platform === 'windows' ? parseOnWindows(value) : parseUrl(value)
}

/** Whether a value is an absolute Windows path with a drive, such as `C:\ziti`. */
export const isDrivePath = (value: string): boolean => /^[A-Za-z]:[\\/]/.test(value)

/** On Windows, the router does not read paths as URLs. */
function parseOnWindows(value: string): Credential {
  const rest = value.replace(/^(?:file|pem):(?:\/\/)?/, '')
  if (value.startsWith('file:') || !value.includes(':') || isAbsoluteOnWindows(value))
    return rest === '' ? { kind: 'nothing' } : { kind: 'file', path: rest }
  return value.startsWith('pem:')
    ? { kind: 'pem', text: rest }
    : { kind: 'engine', scheme: value.slice(0, value.indexOf(':')) }
}

const isAbsoluteOnWindows = (value: string): boolean =>
  isDrivePath(value) || /^[\\/]{2}[^\\/]+[\\/][^\\/]+/.test(value)

/**
 * On systems other than Windows, the router reads everything except PEM text as a URL, and uses only the path of a file
 * URL.
 */
function parseUrl(value: string): Credential {
  if (value.startsWith('-----BEGIN')) return { kind: 'pem', text: value }
  if (value.startsWith('pem:')) return { kind: 'pem', text: value.slice('pem:'.length) }
  if (isDrivePath(value)) return { kind: 'drive', path: value }
  const [urlWithoutFragment = ''] = value.split('#', 1)
  const [urlWithoutQuery = ''] = urlWithoutFragment.split('?', 1)
  const writtenScheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(urlWithoutQuery)?.[1]
  const scheme = writtenScheme?.toLowerCase()
  const rest = urlWithoutQuery.slice(writtenScheme === undefined ? 0 : writtenScheme.length + 1)
  if (scheme === 'pem') return { kind: 'pem', text: rest.startsWith('/') ? '' : rest }
  if (scheme !== undefined && scheme !== 'file') return { kind: 'engine', scheme }
  if (scheme === 'file' && !rest.startsWith('/')) return { kind: 'nothing' }
  const hasHost = rest.startsWith('//') && (scheme === 'file' || !rest.startsWith('///'))
  const path = hasHost ? rest.replace(/^\/\/[^/]*/, '') : rest
  return path === '' ? { kind: 'nothing' } : { kind: 'file', path: decodePath(path) }
}

/** Decodes the escapes of a path. Returns it unchanged if they are invalid or not UTF-8. */
function decodePath(path: string): string {
  if (!path.includes('%') || !hasValidEscapes(path)) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The engines that a build of the router may support. */
const knownEngines: ReadonlySet<string> = new Set(['pkcs11', 'parsec'])

/** Go finds a block of PEM at the beginning of a line only. */
const hasBlock = (pem: string): boolean => /(?:^|\n)-----BEGIN [^-\n]+-----/.test(pem)

type CredentialTraits = { noun: string; mayBeEngine: boolean }

function readCredential(
  value: string,
  { noun, mayBeEngine }: CredentialTraits,
  platform: Platform | undefined,
): FormatResult {
  if (value === '') return { fault: 'range', expected: `the path of ${noun}` }
  const location = parseCredential(value, platform)
  if (location.kind === 'drive' && platform === undefined)
    return {
      value,
      note: `a router on Linux reads \`${value.slice(0, 2)}\` as a scheme and does not start; on Windows it is a path: set \`platform\` to \`windows\` if the router runs there`,
    }
  if (location.kind === 'pem') {
    if (hasBlock(location.text)) return { value }
    const expected = location.text.includes('-----BEGIN ')
      ? `${noun} in PEM form right after \`pem:\`, where \`-----BEGIN\` must begin a line`
      : `${noun} in PEM form after \`pem:\``
    return { fault: 'format', expected }
  }
  if (platform !== 'windows' && !isUri(value))
    return {
      fault: 'format',
      refuses: true,
      expected: `the path of ${noun}, without control characters and with \`%25\` for a percent sign`,
    }
  if (location.kind === 'nothing')
    return {
      fault: 'format',
      refuses: true,
      expected: /^file:/i.test(value)
        ? `the path of ${noun}; the path after \`file:\` must start with a slash`
        : `the path of ${noun}`,
    }
  const scheme = getScheme(value, location)
  if (scheme !== undefined && !(mayBeEngine && knownEngines.has(scheme)))
    return {
      fault: 'format',
      refuses: true,
      expected: `the path of ${noun}; the router does not support \`${scheme}:\``,
    }
  return { value }
}

/**
 * The scheme of a location in an engine; undefined for other locations. On Linux, the router takes the letter of a
 * Windows drive for the scheme of an engine.
 */
function getScheme(value: string, location: Credential): string | undefined {
  if (location.kind === 'drive') return value.slice(0, 1)
  return location.kind === 'engine' ? location.scheme : undefined
}

const createCredentialFormat = (name: string, traits: CredentialTraits): Format => ({
  ...text,
  name,
  read: (scalar, _traits: FormatTraits, platform) =>
    readCredential(String(scalar.value), traits, platform),
})

export const certificate = createCredentialFormat('certificate', {
  noun: 'a certificate',
  mayBeEngine: false,
})

export const key = createCredentialFormat('key', { noun: 'a private key', mayBeEngine: true })
