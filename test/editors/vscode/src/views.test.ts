import { readFileSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import type { Services } from '../../../../editors/vscode/src/command.js'

type Address = { path: string; query: string }

type Provider = { provideTextDocumentContent: (uri: Address) => string }

/** The tab and the views of an editor. */
const editor = vi.hoisted(() => ({
  tab: undefined as object | undefined,
  provider: undefined as Provider | undefined,
}))

vi.mock('vscode', () => {
  const subscribe = (): object => ({ dispose: () => undefined })
  class Diff {
    readonly original: Address
    readonly modified: Address
    constructor(original: Address, modified: Address) {
      this.original = original
      this.modified = modified
    }
  }
  class Uri {
    readonly path: string
    readonly query: string
    constructor({ path, query }: Address) {
      this.path = path
      this.query = query
    }
    static from(parts: Address): Uri {
      return new Uri(parts)
    }
    static parse(path: string): Uri {
      return new Uri({ path, query: '' })
    }
    toString(): string {
      return `${this.path}?${this.query}`
    }
  }
  return {
    commands: {
      executeCommand: (_command: string, original: Address, modified: Address, label: string) => {
        editor.tab = { input: new Diff(original, modified), label }
        return Promise.resolve()
      },
    },
    ConfigurationTarget: {},
    EventEmitter: class {
      readonly fire = (): void => undefined
    },
    TabInputTextDiff: Diff,
    Uri,
    window: {
      showInformationMessage: () => Promise.resolve(),
      tabGroups: {
        activeTabGroup: {
          get activeTab() {
            return editor.tab
          },
        },
      },
    },
    workspace: {
      asRelativePath: ({ path }: Address) => path,
      onDidCloseTextDocument: subscribe,
      onDidOpenTextDocument: subscribe,
      openTextDocument: (uri: Address) =>
        Promise.resolve({ uri, languageId: 'yaml', getText: () => 'old' }),
      registerTextDocumentContentProvider: (_scheme: string, provider: Provider) => {
        editor.provider = provider
        return subscribe()
      },
    },
  }
})

/** What a window loads when it starts, also after a reload. */
async function startWindow() {
  vi.resetModules()
  const { createViews } = await import('../../../../editors/vscode/src/views.js')
  const { findPreview } = await import('../../../../editors/vscode/src/upgrade-preview.js')
  const { previewUpgrade } =
    await import('../../../../editors/vscode/src/commands/preview-upgrade.js')
  const services: Services = Object({
    views: createViews(),
    call: () => Promise.resolve({ from: '1.6.20', to: '2.0.3', text: 'new', changes: [] }),
  })
  return { services, findPreview, previewUpgrade }
}

const getModified = (): Address | undefined =>
  editor.tab && 'input' in editor.tab && isDiff(editor.tab.input)
    ? editor.tab.input.modified
    : undefined

const readModified = (): string | undefined => {
  const modified = getModified()
  return modified && editor.provider?.provideTextDocumentContent(modified)
}

const isDiff = (value: unknown): value is { modified: Address } =>
  typeof value === 'object' && value !== null && 'modified' in value

afterAll(() => void vi.resetModules())

test('the preview of an upgrade that is left from before a reload says so and has no buttons', async () => {
  const { services, findPreview, previewUpgrade } = await startWindow()
  await previewUpgrade.run(services, ['/router.yml', '2.0'])
  expect(readModified()).toBe('new')
  expect(findPreview()).toMatchObject({ releases: { from: '1.6.20', to: '2.0.3' } })
  const reloaded = await startWindow()
  expect(readModified()).toBe(
    'This page is out of date. Run the command "Preview Upgrade" to see it again.\n',
  )
  expect(reloaded.findPreview()).toBeUndefined()
})

test('the preview of an upgrade has the path of its file, and differs for each release', async () => {
  const { services, previewUpgrade } = await startWindow()
  const views: (Address | undefined)[] = []
  for (const to of ['2.0.3', '2.1.0']) {
    const call = () => Promise.resolve({ from: '1.6.20', to, text: 'new', changes: [] })
    await previewUpgrade.run(Object({ ...services, call }), ['/sites/router.yml', to])
    views.push(getModified())
  }
  const [first, second] = views
  expect([first?.path, second?.path]).toEqual(['/sites/router.yml', '/sites/router.yml'])
  expect(first?.query).not.toBe(second?.query)
})

test('a page of an older version, which does not name its command, says that it is out of date', async () => {
  await startWindow()
  expect(editor.provider?.provideTextDocumentContent({ path: '/page', query: 'about=a' })).toBe(
    'This page is out of date. Close it.\n',
  )
})

test('the preview of a file with a syntax error says that the file is not upgraded', async () => {
  const { services, previewUpgrade } = await startWindow()
  const call = () => Promise.resolve({ fault: 'line 1: `[` has no closing bracket' })
  await expect(
    previewUpgrade.run(Object({ ...services, call }), ['/router.yml', '2.0']),
  ).rejects.toThrow('/router.yml (line 1: `[` has no closing bracket) cannot be upgraded.')
})

test('views name commands as the palette does', () => {
  const names = readFileSync('editors/vscode/package.nls.json', 'utf8')
  for (const command of [
    'Compare with Running Routers',
    'Explain Key or Rule',
    'Generate Router File',
    'Preview Upgrade',
    'Show Effective Configuration',
  ])
    expect(names).toMatch(new RegExp(`^  "command\\.\\w+": "${command}…?",$`, 'm'))
})
