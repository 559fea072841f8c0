import { expect, test } from 'vitest'
import type { KeptFile } from '../../../web/playground/kept-file.js'
import { findNewer } from '../../../web/playground/kept-file.js'

const createKept = (openedAt: number, isEdited: boolean, path = 'router.yml'): KeptFile => ({
  name: 'router.yml',
  opened: { name: 'router.yml', text: 'v: 3\n', origin: { path, version: '1' } },
  openedAt,
  isEdited,
  shown: isEdited ? '# edited\nv: 3\n' : 'v: 3\n',
})

test('an open copy is newer than what was kept of it', () => {
  for (const isEdited of [true, false]) {
    const open = createKept(1, isEdited)
    expect(findNewer(createKept(1, true), [open])).toBe(open)
    expect(findNewer(createKept(1, false), [open])).toBe(open)
  }
})

test('a copy that was opened again replaces kept edits by edits alone', () => {
  const edited = createKept(2, true)
  const unedited = createKept(2, false)
  expect(findNewer(createKept(1, true), [unedited])).toBe(undefined)
  expect(findNewer(createKept(1, true), [edited])).toBe(edited)
  expect(findNewer(createKept(1, false), [unedited])).toBe(unedited)
})

test('other files replace nothing', () => {
  expect(findNewer(createKept(1, false), [createKept(1, true, 'other.yml')])).toBe(undefined)
  const { origin: _, ...opened } = createKept(1, true).opened
  const own = { ...createKept(1, true), opened }
  expect(findNewer(own, [own])).toBe(undefined)
})
