import { decode } from '../../file.js'
import { bytesOf, codeOf, faultOf } from '../../world/disk.js'
import type { Given } from '../flags.js'
import { UsageError } from '../flags.js'

/** Reads small files that flags name, and standard input once at most. */
export function textsOf(
  given: Given,
  flags: readonly string[] = ['answers', 'jwt', 'list', 'import'],
): (flag: string) => string | undefined {
  const all = flags.filter((flag) => given.last(flag) === '-')
  if (all.length > 1)
    throw new UsageError(
      `--${all[0]} and --${all[1]} would both read standard input; give one a file`,
    )
  return (flag) => {
    const path = given.last(flag)
    if (path === undefined) return undefined
    if (/^eyJ[\w-]{8}/.test(path))
      throw new UsageError(
        `--${flag} takes a file: everybody on this machine sees what stands in an argument; write the token to a file, or give it on standard input with --${flag} -`,
      )
    const read = decode(contentOf(flag, path), path === '-' ? 'standard input' : `\`${path}\``)
    if ('why' in read) throw new UsageError(`--${flag}: ${read.why}`)
    return read.text
  }
}

/** Bytes of the longest text that is read. */
const most = 2 ** 28

function contentOf(flag: string, path: string): Uint8Array {
  try {
    const bytes = bytesOf(path === '-' ? 0 : path, most)
    if (bytes) return bytes
  } catch (error) {
    const code = codeOf(error)
    throw new UsageError(
      `--${flag} ${path}: ${code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : `it cannot be read: ${faultOf(error)}`}`,
    )
  }
  throw new UsageError(
    `--${flag} ${path}: it has more than ${most / 1024 / 1024} MB and is not read`,
  )
}
