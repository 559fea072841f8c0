import { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import {
  cpSync,
  mkdirSync,
  promises,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { StoreError } from '../../../../src/management/service/store/format.js'
import { openStore } from '../../../../src/management/service/store/store.js'
import { amount } from '../../../support/amount.js'
import { folderWith, makeFolder } from '../../../support/program.js'
import { listIds, kinds, readErrorMessage } from '../../../support/stores.js'

/** A store that the tests copy. */
const template = makeFolder()

beforeAll(() => fill(template))

/** Files below a folder with what is in them. */
const readContent = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )

/** Fills a store with some hundred records, in several transactions; those of the first half are in a table of LevelDB in the end, the others in its log. */
async function fill(folder: string): Promise<void> {
  for (const half of [0, 1]) {
    const store = await openStore(kinds, { folder })
    for (let number = 0; number < 50; number += 1) {
      await store.write(({ put }) => {
        put('people', {
          id: `${half}-${number}`,
          name: createHash('sha512').update(`${half}-${number}`).digest('hex'),
          seal: createHash('sha512').update(`seal ${half}-${number}`).digest('base64'),
        })
        put('pets', { id: 'last', owner: `${half}-${number}` })
      })
    }
    await store.close()
  }
}

/** A folder with a store like the template. */
function filled(): string {
  const folder = folderWith({})
  cpSync(template, folder, { recursive: true })
  return folder
}

/** The largest of the files of LevelDB with this kind of name. */
function database(folder: string, kind: RegExp): string {
  const records = join(folder, 'store', 'records')
  const paths = readdirSync(records)
    .filter((name) => kind.test(name))
    .map((name) => join(records, name))
  const [largest] = paths.sort((left, right) => statSync(right).size - statSync(left).size)
  if (largest === undefined) throw new Error(`there is no ${kind}`)
  return largest
}

/** Changes a byte of a file, a part of the way through it. */
const spoil = (path: string, part: number): void => {
  const bytes = readFileSync(path)
  const at = Math.min(Math.floor(bytes.length * part), bytes.length - 1)
  bytes[at] = (bytes[at] ?? 0) ^ 0x10
  writeFileSync(path, bytes)
}

const parts = [0, 0.1, 0.25, 0.4, 0.5, 0.65, 0.8, 0.9, 0.97]

const damages: readonly (readonly [name: string, damage: (folder: string) => void])[] = [
  ...parts.map(
    (part) =>
      [
        `a byte of the log is another, ${part * 100} % through it`,
        (folder: string) => spoil(database(folder, /log$/), part),
      ] as const,
  ),
  ...[0, 0.5, 0.99].map(
    (part) =>
      [
        `the log ends after ${part * 100} %`,
        (folder: string) =>
          truncateSync(
            database(folder, /log$/),
            Math.floor(statSync(database(folder, /log$/)).size * part),
          ),
      ] as const,
  ),
  ...[0, 0.5].map(
    (part) =>
      [
        `a table ends after ${part * 100} %`,
        (folder: string) =>
          truncateSync(
            database(folder, /ldb$/),
            Math.floor(statSync(database(folder, /ldb$/)).size * part),
          ),
      ] as const,
  ),
  ...[/log$/, /ldb$/, /^MANIFEST/, /^CURRENT/].map(
    (ending) =>
      [`${ending} is gone`, (folder: string) => rmSync(database(folder, ending))] as const,
  ),
  [
    'the database is gone',
    (folder) => rmSync(join(folder, 'store', 'records'), { recursive: true }),
  ],
  ['the number of the last commit is gone', (folder) => rmSync(join(folder, 'store', 'sequence'))],
  [
    'the number of the last commit is none',
    (folder) => writeFileSync(join(folder, 'store', 'sequence'), 'x\n'),
  ],
  [
    'the database is that of another store',
    (folder) => writeFileSync(database(folder, /^CURRENT/), 'MANIFEST-000099\n'),
  ],
]

describe('a store in a folder', () => {
  test.each(damages)('is refused and left as it is where %s', async (_, damage) => {
    const folder = filled()
    damage(folder)
    const before = readContent(join(folder, 'store'))
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await readErrorMessage(openStore(kinds, { folder }))).toMatch(
        /^StoreError: the store in `.*store` is damaged \(.*\) and was not changed; restore a backup$/,
      )
      expect(readContent(join(folder, 'store'))).toEqual(before)
    }
  })

  test('is refused, or has all its records as they were, wherever a byte of a table is another', async () => {
    const folder = filled()
    const recordsOf = async (): Promise<unknown> => {
      const store = await openStore(kinds, { folder })
      return store.read(({ list }) => [...list('people'), ...list('pets')]).finally(store.close)
    }
    const whole = await recordsOf()
    const count = amount(15)
    const outcomes = { refused: 0, whole: 0 }
    for (let attempt = 0; attempt < count; attempt += 1) {
      rmSync(folder, { recursive: true })
      cpSync(template, folder, { recursive: true })
      spoil(database(folder, /ldb$/), attempt / count)
      const found = await recordsOf().catch((error: unknown) => error)
      if (found instanceof StoreError) outcomes.refused += 1
      else if (isDeepStrictEqual(found, whole)) outcomes.whole += 1
      else expect(found).toEqual(whole)
    }
    // LevelDB has what was replaced in its tables for a while: damage there changes nothing.
    expect(outcomes.refused).toBeGreaterThan(count / 2)
    expect(outcomes.refused + outcomes.whole).toBe(count)
  })

  test('is refused where it is older than what was acknowledged', async () => {
    const folder = filled()
    cpSync(join(folder, 'store', 'records'), join(folder, 'older'), { recursive: true })
    const store = await openStore(kinds, { folder })
    for (let number = 0; number < 3; number += 1)
      await store.write(({ put }) => put('people', { id: 'new', number }))
    await store.close()
    rmSync(join(folder, 'store', 'records'), { recursive: true })
    renameSync(join(folder, 'older'), join(folder, 'store', 'records'))
    expect(await readErrorMessage(openStore(kinds, { folder }))).toContain(
      'is damaged (the last 3 commits are missing)',
    )
  })

  test.each([
    [
      'a newer version',
      '{"format":"routerfile store","version":2}\n',
      'has version 2, but this release of routerfile reads version 1; use a newer release. The store was not changed.',
    ],
    [
      'a version that never was',
      '{"format":"routerfile store","version":"1"}\n',
      'has the unknown version "1"; this release of routerfile reads version 1. The store was not changed.',
    ],
    [
      'the form of another program',
      '{"format":"another"}\n',
      'was not written by routerfile. The store was not changed.',
    ],
    ['no form', 'null', 'was not written by routerfile. The store was not changed.'],
    ['half a form', '{"format":', 'was not written by routerfile. The store was not changed.'],
  ])('is refused and left as it is where it has %s', async (_, text, message) => {
    const folder = filled()
    writeFileSync(join(folder, 'store', 'format.json'), text)
    const before = readContent(join(folder, 'store'))
    expect(await readErrorMessage(openStore(kinds, { folder }))).toBe(
      `StoreError: the store in \`${join(folder, 'store')}\` ${message}`,
    )
    expect(readContent(join(folder, 'store'))).toEqual(before)
  })

  test('is refused where it has records of a kind that the program does not know', async () => {
    const folder = filled()
    expect(await readErrorMessage(openStore({ people: {} }, { folder }))).toBe(
      `StoreError: the store in \`${folder}\` has records of the unknown kind \`pets\`; use the release of routerfile that wrote it, or a newer one`,
    )
  })

  test('opens with other indexes than it was written with', async () => {
    const folder = filled()
    const store = await openStore(
      { people: {}, pets: { indexes: { id: ({ id }) => id } } },
      { folder },
    )
    expect(
      await store.read(({ find, count }) => [listIds(find('pets', 'id', 'last')), count('people')]),
    ).toEqual([['last'], 100])
    await store.close()
  })

  test('takes no notice of what a start left behind that was ended half-way', async () => {
    const folder = folderWith({
      'store.new/format.json': '{',
      'check/000001.log': 'x',
      'ca.pem': 'y',
    })
    const store = await openStore(kinds, { folder })
    await store.write(({ put }) => put('people', { id: 'a' }))
    await store.close()
    mkdirSync(join(folder, 'check'))
    const again = await openStore(kinds, { folder })
    expect(await again.read(({ list }) => listIds(list('people')))).toEqual(['a'])
    await again.close()
    expect(readdirSync(folder).sort()).toEqual(['ca.pem', 'lock', 'store'])
  })

  test('can be read by its owner alone', async () => {
    const folder = filled()
    expect(
      ['store', 'store/format.json', 'store/sequence'].map(
        (name) => statSync(join(folder, name)).mode & 0o077,
      ),
    ).toEqual([0, 0, 0])
  })

  test('cannot be where a file is', async () => {
    const folder = folderWith({ file: '' })
    expect(await readErrorMessage(openStore(kinds, { folder: join(folder, 'file') }))).toBe(
      `StoreError: \`${join(folder, 'file')}\` cannot be used (EEXIST)`,
    )
  })
})

describe('a folder', () => {
  test('is used by one store of a process at a time', async () => {
    const folder = folderWith({})
    const store = await openStore(kinds, { folder })
    expect(await readErrorMessage(openStore(kinds, { folder: join(folder, '.') }))).toBe(
      `StoreError: \`${folder}\` is in use by process ${process.pid}; stop it, or use another folder`,
    )
    await store.close()
    await (await openStore(kinds, { folder })).close()
  })
})

describe('a store that is whole', () => {
  /** Lets a function of the file system fail with a code, until the work is done. */
  async function withFault(
    names: readonly ('copyFile' | 'link' | 'mkdir' | 'readFile')[],
    code: string,
    work: () => Promise<void>,
  ): Promise<void> {
    for (const name of names) {
      const original: (...given: never[]) => Promise<unknown> = promises[name]
      vi.spyOn(promises, name).mockImplementation((...given: unknown[]) =>
        /[/\\](check|store)([/\\]|$)/.test(String(given.at(name === 'copyFile' ? 1 : 0)))
          ? Promise.reject(Object.assign(new Error(`${code}: the machine says so`), { code }))
          : Promise.resolve(Reflect.apply(original, promises, given)),
      )
    }
    syncBuiltinESMExports()
    try {
      await work()
    } finally {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    }
  }
  const faults: { names: ('copyFile' | 'link' | 'mkdir' | 'readFile')[]; code: string }[] = [
    { names: ['link', 'copyFile'], code: 'ENOSPC' },
    { names: ['mkdir'], code: 'ENOSPC' },
    { names: ['mkdir'], code: 'EDQUOT' },
    { names: ['readFile'], code: 'EMFILE' },
    { names: ['readFile'], code: 'EACCES' },
  ]
  test.each(faults)('is not called damaged where $names fail with $code', async (fault) => {
    const folder = filled()
    await withFault(fault.names, fault.code, async () => {
      const error = await openStore(kinds, { folder }).catch((found: unknown) => found)
      expect(error).toBeInstanceOf(StoreError)
      expect(error).toMatchObject({
        isDamaged: false,
        message: `\`${folder}\` cannot be used (${fault.code})`,
      })
    })
    const store = await openStore(kinds, { folder })
    expect(await store.read(({ count }) => count('people'))).toBe(100)
    await store.close()
  })
})
