import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createChanges } from '../../server/changes.js'
import type { Machine } from '../../server/machine.js'
import { createNodeMachine } from '../../server/node-machine.js'
import type { WorkspaceFiles } from '../../server/workspace-files.js'
import { createWorkspaceFiles } from '../../server/workspace-files.js'
import { findEmbedded } from '../../src/embedded/embedded.js'
import { isRouterFile } from '../../src/recognition/recognize.js'
import { folderWith, write } from '../support/program.js'
import { base, uriOf } from '../support/serving.js'

type Counted = {
  files: WorkspaceFiles
  /** Names of files that were read, and listings of the whole folder. */
  reads: string[]
  changes: ReturnType<typeof createChanges>
  /** Numbers of files that were read before the client had a turn. */
  turns: number[]
  errors: string[]
}

/**
 * The files of a folder, and `more` that are gone, with a machine that notes what it reads, and takes some milliseconds
 * for each file.
 */
async function scanFolder(
  folder: string,
  milliseconds = 0,
  more: readonly string[] = [],
): Promise<Counted> {
  const reads: string[] = []
  const errors: string[] = []
  const node = createNodeMachine()
  const machine: Machine = {
    ...node,
    readText: (path) => {
      reads.push(path.slice(folder.length + 1))
      if (milliseconds > 0) vi.advanceTimersByTime(milliseconds)
      return node.readText(path)
    },
    findFilesBelow: async (root, only) => {
      if (!only) reads.push('all')
      return [...(await node.findFilesBelow(root, only)), ...more]
    },
  }
  const changes = createChanges()
  const files = createWorkspaceFiles({
    machine,
    changes,
    folders: {
      all: () => [uriOf(folder)],
      folderFor: () => uriOf(folder),
      change: () => undefined,
    },
    documents: {
      open: () => {
        throw new Error('nothing is opened')
      },
      change: () => undefined,
      close: () => undefined,
      get: () => undefined,
      all: () => [],
    },
    routerFiles: {
      get: () => undefined,
      inspect: () => undefined,
      optionsFor: () => {
        throw new Error('no file has options')
      },
      foldersFor: () => [],
      hostFor: () => undefined,
      firstOpened: Promise.resolve(),
      clear: () => undefined,
    },
    showError: (message) => errors.push(message),
    embeddedFiles: { find: ({ text }) => findEmbedded(text(), isRouterFile) },
  })
  const turns: number[] = []
  await files.scan((done) => {
    turns.push(done)
    return Promise.resolve(true)
  })
  return { files, reads, changes, turns, errors }
}

afterEach(() => vi.useRealTimers())

const texts = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [`${index}/values.yaml`, `image: ${index}\n`]),
)

test('a file that changed is read alone, and one that did not is not read', async () => {
  const folder = folderWith(texts)
  const { files, reads, changes } = await scanFolder(folder)
  expect(reads).toHaveLength(31)
  reads.length = 0
  const before = changes.revision()
  await files.update([uriOf(folder, '3/values.yaml')])
  expect(reads).toEqual([])
  expect(changes.revision()).toBe(before)
  write(folder, { '3/values.yaml': 'image: another\n', '7/values.yaml': 'not told\n' })
  await files.update([uriOf(folder, '3/values.yaml')])
  expect(reads).toEqual(['3/values.yaml'])
  expect(changes.revision()).toBe(before + 1)
})

test('the client has a turn after some milliseconds, however many files were read', async () => {
  vi.useFakeTimers()
  const folder = folderWith(texts)
  expect((await scanFolder(folder, 5)).turns).toEqual(Array.from({ length: 15 }, (_, i) => 2 * i))
  expect((await scanFolder(folder, 50)).turns).toEqual(Array.from({ length: 30 }, (_, i) => i))
})

test('it is said when only some of the files are read', async () => {
  const folder = folderWith({ '0.yaml': 'a: 1\n' })
  const listMore = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => join(folder, `gone-${index}.yaml`))
  expect((await scanFolder(folder, 0, listMore(19_999))).errors).toEqual([])
  expect((await scanFolder(folder, 0, listMore(20_000))).errors).toEqual([
    'only 20000 YAML and JSON files are searched; exclude others in .routerfileignore',
  ])
})

test('files that have router files in their strings are found, read again and forgotten', async () => {
  const holder = `data:\n  router.yml: |\n${base.replaceAll(/^(?=.)/gm, '    ')}`
  const folder = folderWith({ 'a.yaml': holder, 'b.yaml': 'a: 1\n', 'c.yaml': holder })
  const { files } = await scanFolder(folder)
  const listHolders = (): string[] =>
    files.holders().map(({ path }) => path.slice(folder.length + 1))
  expect(listHolders().toSorted()).toEqual(['a.yaml', 'c.yaml'])
  expect(files.all()).toEqual([])
  write(folder, { 'a.yaml': 'a: 1\n', 'b.yaml': holder })
  await files.update(['a.yaml', 'b.yaml'].map((name) => uriOf(folder, name)))
  expect(listHolders().toSorted()).toEqual(['b.yaml', 'c.yaml'])
  rmSync(join(folder, 'c.yaml'))
  await files.update([uriOf(folder, 'c.yaml')])
  expect(listHolders()).toEqual(['b.yaml'])
  files.clear()
  expect(listHolders()).toEqual([])
})
