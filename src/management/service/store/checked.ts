import { constants } from 'node:fs'
import { copyFile, link, mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parsed } from './format.js'
import type { Level } from './level.js'
import { openLevel, reasonOf } from './level.js'
import type { Digest } from './records.js'
import { StoreError } from './store-error.js'

/** Where in the database it stands what all its records are known by, and the number of its last commit. */
export const digestKey = '\0digest'

/** The digest of the records after a commit, and its number. */
export type Mark = Digest & { readonly sequence: number }

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' &&
  value !== null &&
  'sequence' in value &&
  'count' in value &&
  'checksum' in value &&
  [value.sequence, value.count, value.checksum].every(Number.isSafeInteger)

/** Takes a record as it is stored. Throws where it is none that can be. */
export type Take = (kind: string, id: string, text: string) => void

async function read(level: Level, take: Take): Promise<unknown> {
  let mark: unknown
  for await (const [key, text] of level.iterator()) {
    const end = key.indexOf('\0')
    if (key === digestKey) mark = parsed(text)
    else take(key.slice(0, end), key.slice(end + 1), text)
  }
  return mark
}

/** LevelDB never changes a file that is there, so another name for it is as good as a copy; not every file system has them. */
const duplicate = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE))

async function readDuplicate(records: string, scratch: string, take: Take): Promise<unknown> {
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { mode: 0o700 })
  try {
    const names = (await readdir(records)).filter((name) => !/^LO(CK|G)/.test(name))
    for (const name of names) await duplicate(join(records, name), join(scratch, name))
    const level = await openLevel(scratch, false)
    try {
      return await read(level, take)
    } finally {
      await level.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Reads all records of the store in a folder, and gives its last mark. LevelDB leaves out what it finds damaged,
 * without a word, and tidies up the rest; so it is shown a duplicate, and what it gives is counted. `digest` is that of
 * the records that were taken. Throws a StoreError where something is missing or other than it was.
 */
export async function readChecked(
  store: string,
  { scratch, take, digest }: { scratch: string; take: Take; digest: () => Digest },
): Promise<Mark> {
  const damaged = (what: string, cause?: unknown): StoreError =>
    new StoreError(
      `the store in \`${store}\` is damaged (${what}), and is left as it is; start with a copy of it, or import an export into an empty folder`,
      { cause },
    )
  const sequence = Number(await readFile(join(store, 'sequence'), 'utf8').catch(() => Number.NaN))
  const mark = await readDuplicate(join(store, 'records'), scratch, take).catch(
    (cause: unknown) => {
      throw cause instanceof StoreError ? cause : damaged(reasonOf(cause), cause)
    },
  )
  if (!isMark(mark) || !Number.isSafeInteger(sequence)) throw damaged('a part of it is missing')
  const { count, checksum } = digest()
  if (count !== mark.count || checksum !== mark.checksum)
    throw damaged(`${count} records of ${mark.count} are there, or some are not what they were`)
  if (mark.sequence < sequence)
    throw damaged(`the last ${sequence - mark.sequence} commits are missing`)
  return mark
}
