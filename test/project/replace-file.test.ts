import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { replaceText } from '../../src/project/replace-file.js'
import { folderWith } from '../support/program.js'

const hooks: { beforeSync: () => void } = { beforeSync: () => undefined }

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>()
  return {
    ...original,
    fsyncSync: (file: number) => {
      hooks.beforeSync()
      original.fsyncSync(file)
    },
  }
})

afterEach(() => {
  hooks.beforeSync = () => undefined
})

describe('a file whose text is replaced', () => {
  test('keeps what somebody else saved while the new text was written', () => {
    const folder = folderWith({ 'router.yml': 'v: 2\n' })
    const path = join(folder, 'router.yml')
    hooks.beforeSync = () => writeFileSync(path, 'v: 2 # saved\n')
    expect(() => replaceText(path, 'v: 2\n', 'v: 3\n')).toThrow('was changed meanwhile')
    expect(readFileSync(path, 'utf8')).toBe('v: 2 # saved\n')
    expect(readdirSync(folder)).toEqual(['router.yml'])
  })

  test('keeps the same under all its names', () => {
    const folder = folderWith({ 'router.yml': 'v: 2\n' })
    const path = join(folder, 'router.yml')
    linkSync(path, join(folder, 'other.yml'))
    hooks.beforeSync = () => writeFileSync(path, 'v: 2 # saved\n')
    expect(() => replaceText(path, 'v: 2\n', 'v: 3\n')).toThrow('was changed meanwhile')
    expect(readFileSync(path, 'utf8')).toBe('v: 2 # saved\n')
  })

  test.skipIf(process.getuid?.() !== 0)(
    'keeps its special bits, also those of another user (only the superuser can set that up)',
    () => {
      const folder = folderWith({ 'router.yml': 'v: 2\n' })
      const path = join(folder, 'router.yml')
      chownSync(path, 1234, 1234)
      chmodSync(path, 0o7750)
      replaceText(path, 'v: 2\n', 'v: 3\n')
      const { mode, uid } = statSync(path)
      expect([mode & 0o7777, uid]).toEqual([0o7750, 1234])
    },
  )

  test('takes what killed runs left behind with it, and nothing else', () => {
    // No process has this id.
    const gone = 2 ** 31 - 2
    const kept = [
      '.router.yml.swp.tmp',
      `.router.yml.${gone}.tmp`,
      `.router.yml.${gone}.routerfile.copy`,
      `.router.yml.${process.ppid}.routerfile.tmp`,
    ]
    const left = `.other.yml.${gone}.routerfile.tmp`
    const folder = folderWith(
      Object.fromEntries(['router.yml', left, ...kept].map((name) => [name, 'v: 2\n'])),
    )
    replaceText(join(folder, 'router.yml'), 'v: 2\n', 'v: 3\n')
    expect(existsSync(join(folder, left))).toBe(false)
    expect(readdirSync(folder).sort()).toEqual([...kept, 'router.yml'].sort())
  })
})
