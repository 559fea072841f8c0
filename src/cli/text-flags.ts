import { decodeText } from '../document/decode-text.js'
import { readNamedBytes, getErrorCode, describeError } from '../project/disk.js'
import { toRecord } from '../document/record.js'
import { UsageError } from './errors.js'

/**
 * Returns a function that reads the file that a flag names (`-`: standard input), and returns undefined if the flag is
 * not given. Throws a `UsageError` if two flags name standard input. The returned function throws a `UsageError` if the
 * file cannot be read, or if a token is given instead of a file.
 */
export function createTextReader<Flag extends string>(
  paths: Readonly<Record<Flag, string | undefined>>,
): (flag: Flag) => string | undefined {
  const [firstFlag, secondFlag] = Object.entries(paths).flatMap(([flag, path]) =>
    path === '-' ? [flag] : [],
  )
  if (secondFlag !== undefined)
    throw new UsageError(
      `--${firstFlag} and --${secondFlag} would both read standard input; give one a file`,
    )
  return (flag) => {
    const path = paths[flag]
    if (path === undefined) return undefined
    if (/^eyJ[\w-]{8}/.test(path))
      throw new UsageError(
        `--${flag} takes a file: other users of this machine can see arguments; write the token to a file, or pass it on stdin with --${flag} -`,
      )
    const result = decodeText(
      readBytes(flag, path),
      path === '-' ? 'standard input' : `\`${path}\``,
    )
    if ('why' in result) throw new UsageError(`--${flag}: ${result.why}`)
    return result.text
  }
}

/** Maximum size of an input in bytes. */
const maxBytes = 2 ** 28

function readBytes(flag: string, path: string): Uint8Array {
  try {
    const bytes = readNamedBytes(path === '-' ? 0 : path, maxBytes)
    if (bytes) return bytes
  } catch (error) {
    const code = getErrorCode(error)
    throw new UsageError(
      `--${flag} ${path}: ${code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'is a folder' : `cannot be read: ${describeError(error)}`}`,
    )
  }
  throw new UsageError(`--${flag} ${path}: larger than ${maxBytes / 1024 / 1024} MB`)
}

/** Returns a copy of a map with a value set at a path; missing maps on the path are created. */
export function setPath(
  map: Readonly<Record<string, unknown>>,
  [step = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  return { ...map, [step]: rest.length === 0 ? value : setPath(toRecord(map[step]), rest, value) }
}
