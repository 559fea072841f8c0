import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

type Listener = (value: unknown) => void

type TextDocument = {
  uri: { path: string; scheme: string; toString: () => string }
  languageId: string
  getText: () => string
}

/** The parts of an editor that tell of open texts. */
const editor = vi.hoisted(() => {
  const listeners = {
    open: new Set<Listener>(),
    change: new Set<Listener>(),
    close: new Set<Listener>(),
  }
  const listen = (kind: keyof typeof listeners) => (listener: Listener) => {
    listeners[kind].add(listener)
    return { dispose: () => listeners[kind].delete(listener) }
  }
  const fire = (kind: keyof typeof listeners, value: unknown): void => {
    for (const listener of listeners[kind]) listener(value)
  }
  const documents: TextDocument[] = []
  return { documents, listeners, listen, fire }
})

vi.mock('vscode', () => ({
  Disposable: class {
    readonly dispose: () => void
    constructor(dispose: () => void) {
      this.dispose = dispose
    }
  },
  workspace: {
    textDocuments: editor.documents,
    workspaceFolders: [{ uri: { scheme: 'file' } }],
    onDidOpenTextDocument: editor.listen('open'),
    onDidChangeTextDocument: editor.listen('change'),
    onDidCloseTextDocument: editor.listen('close'),
  },
}))

// Other tests in this process have an editor of their own, which modules keep once they are loaded.
vi.resetModules()

const { onFirstRouterFile } = await import('../../../../editors/vscode/src/first-router-file.js')

type Open = { text: string; path?: string; languageId?: string; scheme?: string }

function createDocument({ text, path = '/site.yaml', languageId = 'yaml', scheme = 'file' }: Open) {
  const state = { text }
  const document: TextDocument = {
    uri: { path, scheme, toString: () => `${scheme}://${path}` },
    languageId,
    getText: () => state.text,
  }
  editor.documents.push(document)
  return { document, state }
}

const open = (options: Open) => {
  const created = createDocument(options)
  editor.fire('open', created.document)
  return created
}

const router = 'v: 3\nctrl:\n  endpoint: tls:ctrl.example.com:6262\n'

const run = vi.fn()

/** Long enough for a look at what was opened or typed. */
const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(300).then(() => undefined)

beforeEach(() => vi.useFakeTimers())

afterAll(() => void vi.resetModules())

afterEach(() => {
  vi.useRealTimers()
  run.mockReset()
  editor.documents.length = 0
  for (const listeners of Object.values(editor.listeners)) listeners.clear()
})

describe('the first router file', () => {
  test.each([
    ['YAML', { text: router }],
    ['JSON', { text: JSON.stringify({ v: 3, ctrl: { endpoint: 'tls:a:1' } }), languageId: 'json' }],
    ['Compose', { text: router, languageId: 'dockercompose' }],
    ['a new text', { text: router, scheme: 'untitled' }],
  ])('is one that was open before, in %s', async (_, options) => {
    createDocument(options)
    onFirstRouterFile(run)
    await settle()
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('is one that is opened later, and no further one', async () => {
    createDocument({ text: 'a: 1\n' })
    onFirstRouterFile(run)
    await settle()
    expect(run).not.toHaveBeenCalled()
    open({ text: 'kind: Pod\n' })
    await settle()
    expect(run).not.toHaveBeenCalled()
    open({ text: router })
    open({ text: router, path: '/other.yaml' })
    await settle()
    expect(run).toHaveBeenCalledTimes(1)
    expect(Object.values(editor.listeners).map(({ size }) => size)).toEqual([0, 0, 0])
  })

  test('is a text that becomes one', async () => {
    onFirstRouterFile(run)
    const { document, state } = open({ text: '' })
    for (const text of ['v', 'v:', 'v: ']) {
      state.text = text
      editor.fire('change', { document })
      await settle()
      expect(run).not.toHaveBeenCalled()
    }
    state.text = 'v: 3'
    editor.fire('change', { document })
    await settle()
    expect(run).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['a view of the past', { text: router, scheme: 'git' }],
    ['a text in another language', { text: router, languageId: 'markdown' }],
  ])('is not %s', async (_, options) => {
    onFirstRouterFile(run)
    open(options)
    await settle()
    expect(run).not.toHaveBeenCalled()
  })

  test('is not waited for any more once the extension ends', async () => {
    const { document, state } = open({ text: '' })
    const waiting = onFirstRouterFile(run)
    state.text = router
    editor.fire('change', { document })
    waiting.dispose()
    await settle()
    expect(run).not.toHaveBeenCalled()
  })
})
