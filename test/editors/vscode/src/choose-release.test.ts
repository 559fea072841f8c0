import { afterAll, expect, test, vi } from 'vitest'
import type { Services } from '../../../../editors/vscode/src/command.js'

/** The lists that the user sees. */
const lists = vi.hoisted((): { label: string; kind?: string }[][] => [])

vi.mock('vscode', () => ({
  CancellationError: class extends Error {},
  ConfigurationTarget: {},
  QuickInputButtons: {},
  QuickPickItemKind: { Separator: 'heading' },
  Uri: URL,
  window: {
    showQuickPick: (items: { label: string }[]) => {
      lists.push(items)
      return Promise.resolve()
    },
  },
  workspace: { openTextDocument: (uri: URL) => Promise.resolve({ uri }) },
}))

// Other tests in this process have an editor of their own, which modules keep once they are loaded.
vi.resetModules()

const { chooseRelease } = await import('../../../../editors/vscode/src/commands/choose-release.js')

afterAll(() => void vi.resetModules())

test('the list of releases begins with the current one, and has the others below headings', async () => {
  const releases = ['2.1.0-pre2', '2.0.3', '1.7.2', '1.6.20'].map((newest) => ({
    name: newest.slice(0, 3),
    newest,
    date: '2026-08-20',
    isCurrent: newest === '2.0.3',
    isLatest: newest === '2.0.3',
    isLts: ['2.0.3', '1.6.20'].includes(newest),
    isPreRelease: newest.includes('-'),
  }))
  const services: Services = Object({
    statusOf: () => undefined,
    call: () => Promise.resolve(releases),
  })
  await chooseRelease.run(services, [new URL('file:///router.yml')])
  expect(lists[0]?.map(({ label, kind }) => (kind === 'heading' ? `# ${label}` : label))).toEqual([
    '2.0.3',
    '# Long-term support',
    '1.6.20',
    '# Other releases',
    '1.7.2',
    '# Pre-releases',
    '2.1.0-pre2',
    '# Default',
    'No setting',
  ])
})
