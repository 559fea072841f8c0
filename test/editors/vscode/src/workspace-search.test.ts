import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallServer } from '../../../../editors/vscode/src/server-commands.js'

/** The files of a workspace, and what the editor shows. */
const editor = vi.hoisted(() => ({
  count: 0,
  scheme: 'file',
  opened: [] as string[],
  messages: [] as string[],
  view: { message: '' },
  /** An open text, which is edited while the server finds fixes. */
  document: { uri: '/sites/north.yml', version: 1, isDirty: false },
  /** Which paths can be read, and opened. */
  isReadable: (_path: string): boolean => true,
  isOpenable: (_path: string): boolean => true,
  /** Whether the user cancelled the work whose progress is shown. */
  isCancelled: false,
  /** The texts that fixes write. */
  written: [] as string[],
  listRows: (): unknown => undefined,
}))

vi.mock('vscode', () => {
  const subscribe = (): object => ({ dispose: () => undefined })
  class Part {
    readonly event = subscribe
  }
  return {
    commands: { executeCommand: () => Promise.resolve() },
    CancellationError: class extends Error {},
    ConfigurationTarget: {},
    DiagnosticSeverity: {},
    Disposable: { from: subscribe },
    EventEmitter: Part,
    languages: { getDiagnostics: () => [], onDidChangeDiagnostics: subscribe },
    ProgressLocation: {},
    ThemeColor: Part,
    ThemeIcon: Part,
    Uri: { parse: (text: string) => text },
    window: {
      createTreeView: (
        _id: string,
        { treeDataProvider }: { treeDataProvider: { getChildren: () => unknown } },
      ) => {
        editor.listRows = treeDataProvider.getChildren
        return Object.assign(editor.view, { onDidChangeVisibility: subscribe })
      },
      showInformationMessage: (message: string) => {
        editor.messages.push(message)
        return Promise.resolve()
      },
      withProgress: (_options: object, work: (progress: object, token: object) => unknown) =>
        work(
          {},
          {
            get isCancellationRequested() {
              return editor.isCancelled
            },
            onCancellationRequested: subscribe,
          },
        ),
    },
    workspace: {
      asRelativePath: (uri: string | { path: string }) =>
        typeof uri === 'string' ? uri : uri.path,
      createFileSystemWatcher: () => ({
        onDidChange: subscribe,
        onDidCreate: subscribe,
        onDidDelete: subscribe,
      }),
      findFiles: (_pattern: string, _exclude: string, most: number) =>
        Promise.resolve(
          Array.from({ length: Math.min(editor.count, most) }, (_, index) => {
            const path = `/sites/${index}.router.yml`
            return { path, toString: () => `${editor.scheme}://${path}` }
          }),
        ),
      fs: {
        readFile: ({ path }: { path: string }) =>
          editor.isReadable(path)
            ? Promise.resolve(new TextEncoder().encode('v: 3\nctrl: {}\n'))
            : Promise.reject(new Error('no permission')),
      },
      get workspaceFolders() {
        return [{ uri: { scheme: editor.scheme } }]
      },
      onDidChangeConfiguration: subscribe,
      onDidChangeTextDocument: subscribe,
      onDidChangeWorkspaceFolders: subscribe,
      onDidCloseTextDocument: subscribe,
      onDidGrantWorkspaceTrust: subscribe,
      onDidOpenTextDocument: subscribe,
      openTextDocument: ({ path }: { path: string }) => {
        editor.opened.push(path)
        return editor.isOpenable(path) ? Promise.resolve() : Promise.reject(new Error('too large'))
      },
      applyEdit: () => Promise.resolve(true),
      get textDocuments() {
        return [editor.document]
      },
    },
    Range: Part,
    WorkspaceEdit: class {
      replace(_uri: object, _range: object, text: string): void {
        editor.written.push(text)
      }
    },
  }
})

// Other tests in this process have an editor of their own, which modules keep once they are loaded.
vi.resetModules()

const { createRoutersView } = await import('../../../../editors/vscode/src/routers/view.js')
const { fixAllInWorkspace } =
  await import('../../../../editors/vscode/src/commands/fix-all-files.js')
const { previewUpgradeInWorkspace } =
  await import('../../../../editors/vscode/src/commands/preview-upgrade-files.js')
const { readMesh } = await import('../../../../editors/vscode/src/mesh/files.js')

const limit =
  'Only 1,000 of the YAML and JSON files are searched for router files; exclude folders with the setting files.exclude.'

const noFixes = 'No router file has a problem with a safe fix.'

const emptyMesh = { routers: [], links: [], missing: [] }

const call: CallServer = (...[command]) =>
  Promise.resolve(Object(command === 'routerfile.findFixes' ? [] : emptyMesh))

afterAll(() => {
  vi.useRealTimers()
  vi.resetModules()
})

beforeEach(() => {
  editor.count = 1001
  editor.scheme = 'file'
  editor.opened = []
  editor.messages = []
  editor.written = []
  editor.document = { uri: '/sites/north.yml', version: 1, isDirty: false }
  editor.isReadable = () => true
  editor.isOpenable = () => true
  editor.isCancelled = false
  vi.useFakeTimers()
})

const neverChanges = (): { dispose: () => void } => ({ dispose: () => undefined })

test('the view Routers says that it shows some files only', async () => {
  createRoutersView(call, neverChanges)
  expect(await editor.listRows()).toHaveLength(1000)
  expect(editor.view.message).toBe(limit)
})

test('the view Routers says nothing of a limit that is not reached', async () => {
  editor.count = 1000
  createRoutersView(call, neverChanges)
  expect(await editor.listRows()).toHaveLength(1000)
  expect(editor.view.message).toBe('')
})

test('the view Routers says that it shows the links of some pairs only', async () => {
  const mesh = { ...emptyMesh, unlisted: { linkedPairs: 3, missingPairs: 1 } }
  createRoutersView(() => Promise.resolve(Object(mesh)), neverChanges)
  await editor.listRows()
  expect(editor.view.message).toBe(
    `${limit} The network is too large to list all links; run routerfile mesh for all of them.`,
  )
})

test.each([
  [{ code: -32803 }, 1, `${limit} No links are shown: too many.`],
  [{}, 2, limit],
])(
  'the view Routers asks again for links after an error with %o: %i',
  async (code, times, notice) => {
    const refuse = vi.fn(() => Promise.reject(Object.assign(new Error('too many'), code)))
    createRoutersView(refuse, neverChanges)
    await editor.listRows()
    await editor.listRows()
    expect(refuse).toHaveBeenCalledTimes(times)
    expect(editor.view.message).toBe(notice)
  },
)

test('the network of a virtual workspace has the sentence on files that are left out', async () => {
  editor.scheme = 'vscode-vfs'
  expect(await readMesh(call)).toEqual({ mesh: emptyMesh, notice: limit })
})

test('the fixes of a virtual workspace are those of its router files, which are opened for that', async () => {
  editor.scheme = 'vscode-vfs'
  await fixAllInWorkspace.run(Object({ call }), [])
  expect(editor.opened).toHaveLength(1000)
  expect(editor.messages).toEqual([`${noFixes} ${limit}`])
})

test('the fixes of a folder on a disk are found by the server', async () => {
  await fixAllInWorkspace.run(Object({ call }), [])
  expect(editor.opened).toEqual([])
  expect(editor.messages).toEqual([noFixes])
})

test('files that cannot be read or opened are counted', async () => {
  editor.count = 3
  editor.scheme = 'vscode-vfs'
  editor.isReadable = (path) => !path.startsWith('/sites/0')
  editor.isOpenable = (path) => !path.startsWith('/sites/1')
  await fixAllInWorkspace.run(Object({ call }), [])
  expect(editor.messages).toEqual([
    `${noFixes} 1 router file cannot be opened. 1 of the YAML and JSON files cannot be read.`,
  ])
})

describe('the fixes of open texts', () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }

  /** Fixes the workspace; the server finds a fix in each file. Waits for the pauses between its answers. */
  async function fix(answer: () => { uri: string; version: number | null }[]): Promise<void> {
    const files = (): object[] =>
      answer().map((file) => ({ ...file, edits: [{ range, newText: `${file.version}` }] }))
    const run = fixAllInWorkspace.run(Object({ call: () => Promise.resolve(files()) }), [])
    await Promise.all([run, vi.advanceTimersByTimeAsync(5000)])
  }

  /** Finds a fix in the open text, which is edited before the answer comes, until it has some version. */
  const editUntil = (last: number) => () => {
    const { uri, version } = editor.document
    if (version < last) editor.document.version += 1
    return [{ uri, version }]
  }

  test('are those of the texts as they are when they are shown', async () => {
    await fix(editUntil(3))
    expect(editor.written).toEqual(['3'])
  })

  test('are not asked for again and again while a text keeps changing', async () => {
    await expect(fix(editUntil(Infinity))).rejects.toThrow(
      'Nothing was changed, because /sites/north.yml keeps changing. Run the command again later.',
    )
    expect(editor.document.version).toBe(4)
    expect(editor.written).toEqual([])
  })

  test('are not asked for again if the user cancels', async () => {
    editor.isCancelled = true
    await expect(fix(editUntil(Infinity))).rejects.toThrow()
    expect(editor.document.version).toBe(2)
  })

  test('leave out an unsaved text that the server does not have', async () => {
    editor.document.isDirty = true
    const north = { uri: '/sites/north.yml', version: null }
    await fix(() => [north, { uri: '/sites/south.yml', version: null }])
    expect(editor.written).toEqual(['null'])
    expect(editor.messages).toEqual([
      'Select the fixes in the preview, then apply them there. Save /sites/north.yml to fix it.',
    ])
    await fix(() => [north])
    expect(editor.messages.at(-1)).toBe('Save /sites/north.yml to fix it.')
  })
})

test('the upgrade of a workspace without router files says nothing of a limit that is not reached', async () => {
  editor.count = 0
  await previewUpgradeInWorkspace.run(Object({ call }), [])
  expect(editor.messages).toEqual(['There are no router files here.'])
})
