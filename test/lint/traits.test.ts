import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalog, isAboutIgnoredKeys } from '../../src/lint/catalog.js'
import type { AnyRule } from '../../src/lint/catalog.js'
import { rules } from '../../src/generated/rules.js'

const idsWhere = (holds: (rule: AnyRule) => boolean): string[] =>
  catalog.filter(holds).map(({ id }) => id)

describe('traits of rules', () => {
  test.each([
    ['unknown', ['key-not-text', 'misplaced-key', 'unknown-key']],
    ['unread', ['never-read', 'newer-key', 'unread-key']],
    ['obsolete', ['obsolete-key']],
    ['deprecated', ['deprecated-key']],
    ['ineffective', ['no-effect']],
    ['overridden', ['duplicate-key', 'tunnel-option-unused']],
  ])('keys may be %s', (status, ids) => {
    expect(idsWhere(({ keyStatus }) => keyStatus === status)).toEqual(ids)
  })

  test('keys that the router does not read are unknown, unread or obsolete', () => {
    expect(idsWhere(({ id }) => isAboutIgnoredKeys(id))).toEqual([
      'key-not-text',
      'misplaced-key',
      'never-read',
      'newer-key',
      'obsolete-key',
      'unknown-key',
      'unread-key',
    ])
  })

  test('what can be taken out is marked; a private key that belongs to another certificate is needed', () => {
    expect(idsWhere(({ unnecessary }) => unnecessary === true)).toEqual([
      'tunnel-overridden',
      'unused-suppression',
    ])
    expect(idsWhere(({ id }) => id === 'key-of-another')).toHaveLength(1)
  })

  test('an observation is put into words by one rule', () => {
    const kinds = rules.flatMap(({ observes }) => observes?.kind ?? [])
    expect(kinds.length).toBeGreaterThan(20)
    expect(new Set(kinds).size).toBe(kinds.length)
  })
})

/** Folders whose code may look up traits and never compares ids; the schema names its observations like the rules. */
const folders = ['cli', 'config', 'document', 'fix', 'generate', 'language', 'lint', 'project']

test('no list of rule ids and no comparison with one is in the code but in rules', () => {
  const ids = new Set<string>(catalog.map(({ id }) => id))
  const files = [...folders.map((folder) => join('src', folder)), 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .filter((path) => !/lint\/(?:fleet\/)?rules\//.test(path)),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].flatMap(([, word = '']) =>
      ids.has(word) ? [`${path}: ${word}`] : [],
    ),
  )
  expect(found).toEqual([])
})
