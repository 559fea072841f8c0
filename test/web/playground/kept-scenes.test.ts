import { history, historyField } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Scene } from '../../../web/playground/kept-scenes.js'

/** A storage of a tab, with room for some characters. */
function createStorage(room = Infinity) {
  const items = new Map<string, string>()
  return {
    getItem: (key: string): string | null => items.get(key) ?? null,
    setItem: (key: string, text: string): void => {
      const others = [...items].filter(([other]) => other !== key)
      const size = others.reduce((sum, [, other]) => sum + other.length, text.length)
      if (size > room) throw new Error('no room')
      items.set(key, text)
    },
    removeItem: (key: string): void => void items.delete(key),
  }
}

/** Loads the module as a new page does. */
const load = (): Promise<typeof import('../../../web/playground/kept-scenes.js')> => {
  vi.resetModules()
  return import('../../../web/playground/kept-scenes.js')
}

/** A scene with one file, after edits that each replace all of its text. */
function createScene(name: string, ...texts: readonly string[]): Scene {
  const [opened = '', ...edits] = texts
  let state = EditorState.create({ doc: opened, extensions: [history({ newGroupDelay: 0 })] })
  for (const text of edits) {
    let from = 0
    while (from < text.length && state.doc.toString()[from] === text[from]) from += 1
    state = state.update({
      changes: { from, to: state.doc.length, insert: text.slice(from) },
    }).state
  }
  const shown = state.doc.toString()
  return {
    files: [
      {
        name,
        opened: { name, text: opened },
        openedAt: 1,
        isEdited: shown !== opened,
        shown,
        state: state.toJSON({ history: historyField }),
      },
    ],
    shown: name,
    release: '2.0',
    settings: { rules: {}, variables: {} },
    sample: undefined,
    isHandedOver: false,
    address: '',
    search: '',
  }
}

beforeEach(() => vi.stubGlobal('sessionStorage', createStorage()))
afterEach(() => vi.unstubAllGlobals())

test('a history is kept unless undo or redo leads to a text with a secret', async () => {
  const storage = createStorage()
  vi.stubGlobal('sessionStorage', storage)
  const { keepScene } = await load()
  const secret = 'v: 3\npassword: hunter2\n'
  const without = 'v: 3\npassword:\n'
  const stored = (entry: string): string => storage.getItem(`routerfile-scene-${entry}`) ?? ''
  const saved = (scene: Scene): Scene => ({
    ...scene,
    files: scene.files.map((file) => ({
      ...file,
      opened: { ...file.opened, text: file.shown },
      isEdited: false,
    })),
  })
  keepScene('sound', createScene('router.yml', 'v: 3\n', 'v: 3\n# a\n', 'v: 3\n# b\n'))
  expect(stored('sound')).toContain('"history"')
  for (const texts of [
    [secret, without],
    ['v: 3\n', secret, without, 'v: 3\n# later\n'],
  ]) {
    keepScene('secret', saved(createScene('router.yml', ...texts)))
    expect(stored('secret')).toContain(JSON.stringify(texts.at(-1)))
    expect(stored('secret')).not.toContain('hunter2')
    expect(stored('secret')).not.toContain('"history"')
  }
})

test('scenes beyond the last ten make way, those without edits first, and lost edits are told', async () => {
  const before = await load()
  before.keepScene('edited', createScene('edited.yml', 'v: 3\n', 'v: 3\n# mine\n'))
  for (let number = 1; number <= 10; number += 1)
    expect(before.keepScene(`sample-${number}`, createScene('sample.yml', 'v: 3\n'))).toEqual([])
  // After a reload.
  const { keepScene, findScene, losesEdits } = await load()
  expect(findScene('edited')?.files[0]?.shown).toBe('v: 3\n# mine\n')
  expect(findScene('sample-1')).toBe(undefined)
  for (let number = 1; number <= 9; number += 1)
    keepScene(`own-${number}`, createScene('own.yml', 'v: 3\n', `v: 3\n# ${number}\n`))
  expect(losesEdits()).toBe(false)
  const lost = keepScene('own-10', createScene('own.yml', 'v: 3\n', 'v: 3\n# 10\n'))
  expect(lost).toEqual([
    { name: 'edited.yml', why: 'only files of the last 10 addresses are kept' },
  ])
  expect(losesEdits()).toBe(true)
  expect(findScene('edited')?.files[0]?.shown).toBe('v: 3\n# mine\n')
})

test('files of more than 1 MB are not kept, nor scenes that have no room any more', async () => {
  const { keepScene, losesEdits } = await load()
  const large = createScene('large.yml', '# x', `# ${'x'.repeat(1_000_000)}`)
  expect(keepScene('large', large)).toEqual([
    { name: 'large.yml', why: 'files of more than 1 MB in all are not kept' },
  ])
  expect(keepScene('large', createScene('large.yml', '# x'))).toEqual([])
  vi.stubGlobal('sessionStorage', createStorage(2000))
  keepScene('one', createScene('one.yml', '# x', `# ${'x'.repeat(500)}`))
  expect(losesEdits()).toBe(false)
  expect(keepScene('two', createScene('two.yml', '# x', `# ${'x'.repeat(500)}`))).toEqual([
    { name: 'one.yml', why: 'the browser has no room for it' },
  ])
  expect(losesEdits()).toBe(true)
})
