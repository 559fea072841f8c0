import { constants, writeSync } from 'node:fs'
import {
  mkdir,
  open,
  realpath,
  rename,
  rm,
  stat,
  copyFile,
  link,
  readFile,
  readdir,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type * as classicLevel from 'classic-level'
import { isPlainObject } from '../../../document/record.js'
import { parseJsonText } from '../../plain.js'
import { verifyHeader, writeDurably, writeHeader, StoreError } from './format.js'
import type { Journal } from './commits.js'
import { loadPackage } from './packages.js'
import type { Digest } from './records.js'

/** Formats a sequence number with a fixed length, so that a write overwrites the previous one completely. */
const formatSequence = (sequence: number): string => `${String(sequence).padStart(16, '0')}\n`

/** Syncs the entries of a directory to disk. Windows does not support that, so errors are ignored. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY).catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

/** Creates a store. It has a temporary name until it is complete, so that an incomplete store is never opened. */
async function createStore(folder: string, storePath: string): Promise<void> {
  const temporaryPath = `${storePath}.new`
  await rm(temporaryPath, { recursive: true, force: true })
  await mkdir(temporaryPath, { mode: 0o700 })
  const level = await openLevel(join(temporaryPath, 'records'), true)
  const mark: CommitMark = { sequence: 0, count: 0, checksum: 0 }
  await level.put(commitMarkKey, JSON.stringify(mark), { sync: true })
  await level.close()
  await writeDurably(join(temporaryPath, 'sequence'), formatSequence(0))
  await writeHeader(temporaryPath)
  await syncFolder(temporaryPath)
  await rename(temporaryPath, storePath)
  await syncFolder(folder)
}

/** Opens the journal of a store; `mark` is the mark of its last commit. */
async function openJournal(storePath: string, mark: CommitMark): Promise<Journal> {
  const level = await openLevel(join(storePath, 'records'), false)
  const sequenceFile = await open(join(storePath, 'sequence'), 'r+')
  let { sequence } = mark
  return {
    commit: async (changes, digest) => {
      sequence += 1
      const nextMark: CommitMark = { sequence, ...digest }
      const operations = changes.map(({ kind, id, text }) => {
        const key = `${kind}\0${id}`
        return text === undefined
          ? { type: 'del' as const, key }
          : { type: 'put' as const, key, value: text }
      })
      await level.batch(
        [...operations, { type: 'put', key: commitMarkKey, value: JSON.stringify(nextMark) }],
        { sync: true },
      )
      // A commit that is lost at the end of the LevelDB log looks as if it had never been written. The number in this
      // file reveals the loss. It is written after the commit and without a sync, so it can be too low after a crash,
      // but never too high.
      writeSync(sequenceFile.fd, formatSequence(sequence), 0)
    },
    close: async () => {
      await sequenceFile.close()
      await level.close()
    },
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Opens the store in a folder, creates it if necessary, and loads all records. `computeDigest` returns the digest of
 * the records loaded so far. Throws a StoreError, without changing the store, if the folder is in use, or the store is
 * damaged, unreadable, or written by a newer release.
 */
export async function openFolder(
  path: string,
  loadRecord: RecordLoader,
  computeDigest: () => Digest,
): Promise<Journal> {
  const throwStoreError = (cause: unknown): never => {
    throw cause instanceof StoreError
      ? cause
      : new StoreError(`\`${path}\` cannot be used (${findReason(cause)})`, { cause })
  }
  const folder = await mkdir(path, { recursive: true, mode: 0o700 })
    .then(() => realpath(path))
    .catch(throwStoreError)
  const storePath = join(folder, 'store')
  const unlock = await lockFolder(folder)
  try {
    if (!(await exists(storePath))) await createStore(folder, storePath)
    await verifyHeader(storePath)
    const mark = await readVerified(storePath, {
      scratchPath: join(folder, 'check'),
      loadRecord,
      computeDigest,
    })
    const journal = await openJournal(storePath, mark)
    const close = async (): Promise<void> => {
      await journal.close()
      await unlock()
    }
    return { ...journal, close }
  } catch (error) {
    await unlock()
    return throwStoreError(error)
  }
}

/** The key of the last `CommitMark` in the database. */
const commitMarkKey = '\0digest'

/** The sequence number of a commit, and the digest of all records as of that commit. */
export type CommitMark = Digest & { readonly sequence: number }

const isCommitMark = (value: unknown): value is CommitMark =>
  isPlainObject(value) &&
  ['sequence', 'count', 'checksum'].every((name) => Number.isSafeInteger(value[name]))

/** Loads a stored record. Throws if it is invalid. */
export type RecordLoader = (kind: string, id: string, text: string) => void

/** Loads all records of a database; returns its commit mark without checking it, or undefined if there is none. */
async function readAll(level: Level, loadRecord: RecordLoader): Promise<unknown> {
  let mark: unknown
  for await (const [key, text] of level.iterator()) {
    const kindEnd = key.indexOf('\0')
    if (key === commitMarkKey) mark = parseJsonText(text)
    else loadRecord(key.slice(0, kindEnd), key.slice(kindEnd + 1), text)
  }
  return mark
}

/**
 * Duplicates a file with a hard link, which is safe because LevelDB never changes existing files; copies the file if
 * the file system does not support links.
 */
const duplicateFile = (source: string, target: string): Promise<void> =>
  link(source, target).catch(() => copyFile(source, target, constants.COPYFILE_FICLONE))

/** Like `readAll`, but reads a duplicate of the database, which is created at `scratchPath` and removed afterwards. */
async function readFromDuplicate(
  recordsPath: string,
  scratchPath: string,
  loadRecord: RecordLoader,
): Promise<unknown> {
  await rm(scratchPath, { recursive: true, force: true })
  await mkdir(scratchPath, { mode: 0o700 })
  try {
    const names = (await readdir(recordsPath)).filter((name) => !/^LO(CK|G)/.test(name))
    for (const name of names) await duplicateFile(join(recordsPath, name), join(scratchPath, name))
    const level = await openLevel(scratchPath, false)
    try {
      return await readAll(level, loadRecord)
    } finally {
      await level.close()
    }
  } finally {
    await rm(scratchPath, { recursive: true, force: true })
  }
}

/**
 * Loads all records of a store, and returns the mark of its last commit. LevelDB skips damaged data and deletes files
 * without an error, so this opens a duplicate, and compares the digest of the loaded records (`computeDigest`) with the
 * digest in the mark. Throws a StoreError if records are missing or changed.
 */
async function readVerified(
  storePath: string,
  {
    scratchPath,
    loadRecord,
    computeDigest,
  }: { scratchPath: string; loadRecord: RecordLoader; computeDigest: () => Digest },
): Promise<CommitMark> {
  const createDamagedError = (reason: string, cause?: unknown): StoreError =>
    new StoreError(
      `the store in \`${storePath}\` is damaged (${reason}) and was not changed; restore a backup`,
      { cause, isDamaged: true },
    )
  const sequence = Number(
    await readFile(join(storePath, 'sequence'), 'utf8').catch((cause: unknown) => {
      if (isMachineFault(cause)) throw cause
      return Number.NaN
    }),
  )
  const mark = await readFromDuplicate(join(storePath, 'records'), scratchPath, loadRecord).catch(
    (cause: unknown) => {
      throw cause instanceof StoreError || isMachineFault(cause)
        ? cause
        : createDamagedError(findReason(cause), cause)
    },
  )
  if (!isCommitMark(mark) || !Number.isSafeInteger(sequence))
    throw createDamagedError('a part of it is missing')
  const { count, checksum } = computeDigest()
  if (count !== mark.count || checksum !== mark.checksum)
    throw createDamagedError(
      `it has ${count} of ${mark.count} records, or some of them have changed`,
    )
  if (mark.sequence < sequence)
    throw createDamagedError(`the last ${sequence - mark.sequence} commits are missing`)
  return mark
}

/**
 * Locks a folder for this process, until the returned function is called or the process ends. An empty LevelDB provides
 * the lock. The operating system releases it when the process ends, so no stale lock remains. If another process holds
 * the lock, throws a StoreError that names the process.
 */
async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const holderFile = join(folder, 'process')
  try {
    const level = await openLevel(join(folder, 'lock'), true)
    await writeFile(holderFile, `${process.pid}\n`, { mode: 0o600 })
    return async () => {
      await rm(holderFile, { force: true })
      await level.close()
    }
  } catch (cause) {
    if (cause instanceof StoreError) throw cause
    const reason = findReason(cause)
    if (reason !== 'LEVEL_LOCKED')
      throw new StoreError(`\`${folder}\` cannot be used (${reason})`, { cause })
    const processId = (await readFile(holderFile, 'utf8').catch(() => '')).trim()
    throw new StoreError(
      `\`${folder}\` is in use by ${processId === '' ? 'another process' : `process ${processId}`}; stop it, or use another folder`,
      { cause },
    )
  }
}

/** A LevelDB database: string values by string keys, sorted by their bytes. */
export type Level = classicLevel.ClassicLevel

/**
 * The code of the innermost cause of an error, or its message if it has no code. If LevelDB reports an error of the
 * operating system, only the text of that error is returned, such as `Permission denied`.
 */
function findReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return findReason(error.cause)
  const [fault] = machineFaultPattern.exec(error.message) ?? []
  if (fault !== undefined && !('errno' in error)) return fault
  return 'code' in error ? String(error.code) : error.message
}

/**
 * Error codes of the operating system that do not mean that the data is damaged. LevelDB reports the same errors by
 * their text only (`machineFaultPattern`).
 */
const machineFaultCodes: readonly string[] = [
  'EACCES',
  'EAGAIN',
  'EBUSY',
  'EDQUOT',
  'EFBIG',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENOSPC',
  'EPERM',
  'EROFS',
]
const machineFaultPattern =
  /No space left on device|Disk quota exceeded|File too large|Too many open files|Cannot allocate memory|Permission denied|Operation not permitted|Read-only file system|Device or resource busy/

/**
 * Whether an error, or one of its causes, comes from the machine, such as a full disk. If so, the store may be intact.
 */
function isMachineFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    ('code' in error && machineFaultCodes.includes(String(error.code))) ||
    machineFaultPattern.test(error.message) ||
    isMachineFault(error.cause)
  )
}

/** Opens a database. Throws the errors of LevelDB, or a StoreError if the package `classic-level` cannot be loaded. */
async function openLevel(folder: string, createIfMissing: boolean): Promise<Level> {
  // Loaded on demand: it is native code, which is only needed for storage on disk.
  const { ClassicLevel } = await loadPackage('classic-level', import('classic-level'))
  const level: Level = new ClassicLevel(folder, { createIfMissing })
  await level.open()
  return level
}
