import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Services } from '../../../../editors/vscode/src/command.js'

/** The parts of an editor that have texts, change them and say something. */
const editor = vi.hoisted(() => ({
  texts: new Map<string, string>(),
  messages: [] as string[],
  /** What the user presses in the message with the button. */
  button: '',
  /** What happens until then. */
  beforeAnswer: (): unknown => undefined,
  /** The files of which the diff shows a change. */
  shown: [] as unknown[],
}))

vi.mock('vscode', () => {
  type Place = { path: string }
  type Change = { uri: Place; start: number; end: number; text: string }
  const say = (message: string, ...buttons: string[]): Promise<string | undefined> => {
    editor.messages.push(message)
    if (buttons.includes(editor.button)) editor.beforeAnswer()
    return Promise.resolve(buttons.find((button) => button === editor.button))
  }
  return {
    commands: {
      executeCommand: (_command: string, _title: string, rows: [Place][]) => {
        editor.shown = rows.map(([uri]) => uri.path)
        return Promise.resolve()
      },
    },
    CancellationError: class extends Error {},
    ConfigurationTarget: {},
    ProgressLocation: {},
    Range: class {
      readonly start: number
      readonly end: number
      constructor(start: number, end: number) {
        this.start = start
        this.end = end
      }
    },
    Uri: URL,
    window: {
      showInformationMessage: say,
      showWarningMessage: say,
      showTextDocument: () => Promise.resolve(),
      withProgress: (_options: object, work: (progress: object, token: object) => unknown) =>
        work({}, { onCancellationRequested: () => undefined }),
    },
    workspace: {
      asRelativePath: ({ path }: Place) => path,
      openTextDocument: ({ path }: Place) =>
        editor.texts.has(path)
          ? Promise.resolve({
              getText: () => editor.texts.get(path) ?? '',
              isDirty: editor.texts.get(path)?.includes('unsaved') === true,
              positionAt: (offset: number) => offset,
              validateRange: (range: object) => range,
            })
          : Promise.reject(new Error('There is no such file')),
      applyEdit: ({ changes }: { changes: Change[] }) => {
        for (const { uri, start, end, text } of changes) {
          const before = editor.texts.get(uri.path) ?? ''
          editor.texts.set(uri.path, before.slice(0, start) + text + before.slice(end))
        }
        return Promise.resolve(true)
      },
    },
    WorkspaceEdit: class {
      readonly changes: Change[] = []
      replace(uri: Place, range: { start: number; end: number }, text: string): void {
        this.changes.push({ uri, ...range, text })
      }
    },
  }
})

vi.mock('../../../../editors/vscode/src/router-files.js', () => ({
  searchRouterFiles: () =>
    Promise.resolve({
      files: [...editor.texts.keys()].map((path) => ({ uri: { path, toString: () => path } })),
      notice: 'Only some files are searched.',
    }),
}))

vi.mock('../../../../editors/vscode/src/upgrade-releases.js', () => ({
  askForReleases: () => Promise.resolve({ from: '1.1', to: '2.0' }),
}))

// Other tests in this process have an editor of their own, which modules keep once they are loaded.
vi.resetModules()

const { previewUpgradeInWorkspace } =
  await import('../../../../editors/vscode/src/commands/preview-upgrade-files.js')

/** The file of which an upgrade is asked for, each time. */
const asked: string[] = []

/** What somebody does while a file is upgraded. */
const meanwhile = vi.fn<(uri: string, round: number) => void>()

const services: Services = Object({
  views: { write: () => 'view' },
  call: (_command: string, uri: string, to: string) => {
    const text = editor.texts.get(uri) ?? ''
    asked.push(uri)
    meanwhile(uri, asked.filter((other) => other === uri).length)
    return text.includes('large')
      ? Promise.reject(new Error('the file is too long'))
      : Promise.resolve({
          ...(text.includes('broken') && { fault: 'line 1: `[` has no closing bracket' }),
          from: '1.1',
          to,
          version: text.includes('plain') ? null : 1,
          text: text.replace('old', 'new'),
          preparations: [],
          changes: [],
          checkedFor: { release: to },
        })
  },
})

/** Shows the upgrade of files, and presses `Apply to All`; while each file is upgraded for that, `change` happens. */
async function applyAfter(
  texts: Readonly<Record<string, string>>,
  change: (uri: string, round: number) => void,
): Promise<Record<string, string>> {
  for (const [uri, text] of Object.entries(texts)) editor.texts.set(uri, text)
  meanwhile.mockImplementation((uri, round) => {
    if (round > 1) change(uri, round)
  })
  await Promise.all([
    previewUpgradeInWorkspace.run(services, []),
    vi.advanceTimersByTimeAsync(5000),
  ])
  return Object.fromEntries(editor.texts)
}

afterAll(() => {
  vi.useRealTimers()
  vi.resetModules()
})

beforeEach(() => {
  editor.texts.clear()
  editor.messages.length = 0
  editor.button = 'Apply to All'
  editor.shown = []
  editor.beforeAnswer = () => undefined
  asked.length = 0
  vi.useFakeTimers()
})

test('the upgrade of a folder changes no file of which its diff showed no change', async () => {
  editor.beforeAnswer = () => {
    editor.texts.set('unchanged', 'old, since then')
    editor.texts.set('unread', 'old, mended')
    editor.texts.set('long', 'old')
  }
  expect(
    await applyAfter(
      { changed: 'old', unchanged: '', unread: 'old, broken', long: 'large' },
      () => undefined,
    ),
  ).toEqual({
    changed: 'new',
    unchanged: 'old, since then',
    unread: 'old, mended',
    long: 'old',
  })
  expect(editor.shown).toEqual(['changed'])
  expect(editor.messages[0]).toBe(
    'The upgrade changes 1 of 4 files. 2 files cannot be upgraded. Read the notes. Only some files are searched.',
  )
})

test('the upgrade says which files cannot be upgraded any more, and why', async () => {
  editor.beforeAnswer = () => editor.texts.set('b', 'old, broken')
  expect(await applyAfter({ a: 'old', b: 'old' }, () => undefined)).toEqual({
    a: 'new',
    b: 'old, broken',
  })
  expect(editor.messages).toContain('b (line 1: `[` has no closing bracket) cannot be upgraded.')
})

test('an upgrade of what is on the disk is not written over a text that is not saved', async () => {
  editor.beforeAnswer = () => editor.texts.set('a', 'old, plain, unsaved')
  const texts = { a: 'old, plain', b: 'old, plain', c: 'old, unsaved' }
  expect(await applyAfter(texts, () => undefined)).toEqual({
    a: 'old, plain, unsaved',
    b: 'new, plain',
    c: 'new, unsaved',
  })
  expect(editor.messages).toContain('a (it has changes that are not saved) cannot be upgraded.')
})

test('the upgrade fails with the reason if no file can be upgraded any more', async () => {
  editor.beforeAnswer = () => {
    editor.texts.set('a', 'old, broken')
    editor.texts.delete('b')
  }
  await expect(applyAfter({ a: 'old', b: 'old' }, () => undefined)).rejects.toThrow(
    'a (line 1: `[` has no closing bracket) and b (There is no such file) cannot be upgraded.',
  )
})

test('the upgrade keeps what is typed while other files are upgraded', async () => {
  const texts = await applyAfter({ a: 'old', b: 'old' }, (uri, round) => {
    if (uri === 'b' && round === 2) editor.texts.set('a', 'typed, old')
  })
  expect(texts).toEqual({ a: 'typed, new', b: 'new' })
  expect(asked).toEqual(['a', 'b', 'a', 'b', 'a'])
})

test('the upgrade keeps what is typed while its own file is upgraded', async () => {
  const texts = await applyAfter({ a: 'old', b: 'old' }, (uri, round) => {
    if (uri === 'a' && round === 2) editor.texts.set('a', 'typed, old')
  })
  expect(texts).toEqual({ a: 'typed, new', b: 'new' })
})

test('the upgrade ends if a text keeps changing', async () => {
  await expect(
    applyAfter({ a: 'old', b: 'old' }, (uri, round) => {
      if (uri === 'a') editor.texts.set('a', `old ${round}`)
    }),
  ).rejects.toThrow('Nothing was changed, because a keeps changing.')
  expect(editor.texts.get('b')).toBe('old')
})
