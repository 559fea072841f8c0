import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  readFileSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { replaceFile, replaceFileText } from '../../src/project/replace-file.js'
import { folderWith } from '../support/program.js'

describe('a file whose text is replaced', () => {
  test.each([
    ['one name', []],
    ['several names', ['other.yml']],
  ])('keeps what somebody else saved since it was read, with %s', (_, links) => {
    const folder = folderWith({ 'router.yml': 'v: 2 # saved\n' })
    const path = join(folder, 'router.yml')
    for (const name of links) linkSync(path, join(folder, name))
    expect(() => replaceFile(path, 'v: 3\n', undefined, Buffer.from('v: 2\n'))).toThrow(
      'was changed meanwhile',
    )
    expect(readFileSync(path, 'utf8')).toBe('v: 2 # saved\n')
    expect(readdirSync(folder).sort()).toEqual([...links, 'router.yml'].sort())
  })

  test.skipIf(process.getuid?.() !== 0)(
    'keeps its special bits, also those of another user (only the superuser can set that up)',
    () => {
      const folder = folderWith({ 'router.yml': 'v: 2\n' })
      const path = join(folder, 'router.yml')
      chownSync(path, 1234, 1234)
      chmodSync(path, 0o7750)
      replaceFileText(path, 'v: 2\n', 'v: 3\n')
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
    replaceFileText(join(folder, 'router.yml'), 'v: 2\n', 'v: 3\n')
    expect(existsSync(join(folder, left))).toBe(false)
    expect(readdirSync(folder).sort()).toEqual([...kept, 'router.yml'].sort())
  })
})
