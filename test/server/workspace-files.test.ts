import { expect, test } from 'vitest'
import { createChanges } from '../../server/changes.js'
import type { Machine } from '../../server/machine.js'
import { createNodeMachine } from '../../server/node-machine.js'
import type { WorkspaceFiles } from '../../server/workspace-files.js'
import { createWorkspaceFiles } from '../../server/workspace-files.js'
import { folderWith, write } from '../support/program.js'
import { uriOf } from '../support/serving.js'

type Counted = {
  files: WorkspaceFiles
  /** Names of files that were read, and listings of the whole folder. */
  reads: string[]
  changes: ReturnType<typeof createChanges>
}

/** The files of a folder, with a machine that notes what it reads. */
async function scanFolder(folder: string): Promise<Counted> {
  const reads: string[] = []
  const node = createNodeMachine()
  const machine: Machine = {
    ...node,
    readText: (path) => {
      reads.push(path.slice(folder.length + 1))
      return node.readText(path)
    },
    findFilesBelow: (root, only) => {
      if (!only) reads.push('all')
      return node.findFilesBelow(root, only)
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
    documentCache: {
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
    embeddedFiles: { list: () => [] },
  })
  await files.scan(() => Promise.resolve(true))
  return { files, reads, changes }
}

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
