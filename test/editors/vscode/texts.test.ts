import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isNamedRouterFile } from '../../../editors/vscode/src/language.js'
import { findScope } from '../../../editors/vscode/src/releases.js'
import { replaceText } from '../../../editors/vscode/src/replace-text.js'
import type { FileStatus } from '../../../editors/vscode/src/server-commands.js'
import { formatLanguageStatus, formatStatusBar } from '../../../editors/vscode/src/status-text.js'
import { limitSettings } from '../../../editors/vscode/src/trust.js'
import { createExtensionPage } from '../../../scripts/vscode/page.js'
import {
  countUpgradeChanges,
  countUpgradedFiles,
  formatApplied,
  formatFolderNotes,
  formatRefusals,
  formatUpgradeNotes,
} from '../../../editors/vscode/src/upgrade-notes.js'

const status: FileStatus = {
  uri: 'file:///router.yml',
  kind: 'router',
  release: '2.0.3',
  errors: 0,
  warnings: 0,
  infos: 0,
}

const host = { isTrusted: true, isBrowser: false }

describe('the status bar', () => {
  test.each([
    [{}, 'OpenZiti 2.0.3 $(check)', 'No findings'],
    [{ isBegun: true as const }, 'OpenZiti 2.0.3', 'Incomplete: missing keys are not reported yet'],
    [{ errors: 1 }, 'OpenZiti 2.0.3 $(error) 1', '1 error'],
    [
      { errors: 2, warnings: 1, infos: 3 },
      'OpenZiti 2.0.3 $(error) 2 $(warning) 1 $(info) 3',
      '2 errors, 1 warning, 3 info',
    ],
  ])('says the release and the findings: %j', (counts, text, findings) => {
    const shown = formatStatusBar({ ...status, ...counts }, host)
    expect(shown.text).toBe(text)
    expect(shown.tooltip).toContain(findings)
  })
})

test.each([
  [{}, 'Router file, checked for release 2.0.3 (the default)'],
  [
    { releaseFrom: 'configuration', releaseOrigin: 'routerfile.config.json:2' },
    'checked for release 2.0.3 (set in routerfile.config.json:2)',
  ],
  [{ isUnconfigured: true }, '(the default). Configuration files are not read for this file'],
  [{ kind: 'template' }, 'The template is not rendered'],
] as const)('the status bar says what the check rests on: %j', (more, text) => {
  expect(formatStatusBar({ ...status, ...more }, host).tooltip).toContain(text)
})

test('the status bar says that changes of a configuration file do not count yet', () => {
  const { text, tooltip } = formatStatusBar(status, host, ['sites/routerfile.config.json'])
  expect(text).toBe('OpenZiti 2.0.3 $(check) $(circle-filled)')
  expect(tooltip).toContain(
    'sites/routerfile.config.json is not saved: files are checked with what is on disk.',
  )
})

test.each([
  [{ isTrusted: false, isBrowser: true }, 'not read in the browser'],
  [{ isTrusted: false, isBrowser: false }, 'ignored because this folder is not trusted'],
  [{ isTrusted: true, isBrowser: true }, 'not read in the browser'],
])('it is said why configuration files are not read: %j', (place, why) => {
  const unread = { ...status, isUnconfigured: true } as const
  const detail = formatLanguageStatus(unread, { ...place, isRouterLanguage: true })?.detail
  const { text, tooltip } = formatStatusBar(unread, place)
  expect(text).toBe('OpenZiti 2.0.3 (config not read) $(check)')
  expect(tooltip).toContain(`Configuration files are ${why}`)
  expect(detail).toContain(`Configuration files are ${why}`)
})

test.each([
  [host, '', 'Configuration files only apply to saved files'],
  [
    { isTrusted: false, isBrowser: false },
    ' (config not read)',
    'Configuration files are ignored because',
  ],
])('a new file lacks no configuration until it is saved: %j', (place, mark, why) => {
  const unsaved = { ...status, uri: 'untitled:/north.router.yml', isUnconfigured: true } as const
  const { text, tooltip } = formatStatusBar(unsaved, place)
  expect(text).toBe(`OpenZiti 2.0.3${mark} $(check)`)
  expect(tooltip).toContain(why)
})

describe('the language status', () => {
  test.each([
    ['router', false, { text: 'OpenZiti router file', offersLanguage: true }],
    ['router', true, { text: 'OpenZiti router file', offersLanguage: false }],
    ['parts', false, { text: 'Contains OpenZiti router files', offersLanguage: false }],
    ['template', false, { text: 'Template of an OpenZiti router file', offersLanguage: false }],
  ] as const)('of a file that is %s', (kind, isRouterLanguage, expected) => {
    expect(formatLanguageStatus({ ...status, kind }, { ...host, isRouterLanguage })).toMatchObject(
      expected,
    )
  })

  test.each(['other', 'unknown'] as const)('is absent for a file that is %s', (kind) => {
    expect(
      formatLanguageStatus({ ...status, kind }, { ...host, isRouterLanguage: false }),
    ).toBeUndefined()
  })
})

const upgrade = {
  from: '1.6',
  to: '2.0',
  version: 1,
  text: '',
  preparations: ['Upgrade the controllers first.'],
  changes: [
    { heading: 'stops the router', title: 'csr', detail: 'Moved to the top.', isApplied: true },
    { heading: 'good to know', title: 'ctrl.endpoint', detail: 'Still read.', isApplied: false },
  ],
  checkedFor: { release: '1.6' },
}

describe('the notes of an upgrade', () => {
  test.each([
    [[], 'Nothing in the file changes from release 1.6 to 2.0.'],
    [upgrade.changes.slice(0, 1), 'The upgrade changes 1 key in this file.'],
    [
      upgrade.changes.slice(1),
      'The upgrade changes no key in this file, but release 2.0 behaves differently in 1 way; read the notes.',
    ],
    [
      upgrade.changes,
      'The upgrade changes 1 key in this file. Release 2.0 also behaves differently in 1 way; read the notes before you apply it.',
    ],
  ])('are counted', (changes, sentence) => {
    expect(countUpgradeChanges({ ...upgrade, changes })).toBe(sentence)
  })

  test('name first what is left to do', () => {
    expect(formatUpgradeNotes(upgrade).markdown.match(/^#.*$/gm)).toEqual([
      '# Upgrade from 1.6 to 2.0',
      '## Before the upgrade',
      '## To read',
      '### ctrl.endpoint',
      '## Changed in the preview',
      '### csr',
    ])
  })
})

describe('the upgrade of a folder', () => {
  const changed = { file: 'a.router.yml', upgrade, isChanged: true }
  const broken = { file: 'b.router.yml', refusal: 'line 2: `*a_b*` or *a_b*' }

  test('counts the files that cannot be upgraded, and names them first in the notes', () => {
    expect(countUpgradedFiles([changed, broken])).toBe(
      'The upgrade changes 1 of 2 files. The routers behave differently in 1 way. 1 file cannot be upgraded. Read the notes.',
    )
    expect(formatFolderNotes([changed, broken]).markdown).toMatch(
      /^# b\.router\.yml: not upgraded\n\nline 2: `\*a_b\*` or \\\*a\\_b\\\*\n\n# a\.router\.yml: upgrade from 1\.6 to 2\.0\n/,
    )
  })

  test('names the first files that cannot be upgraded, with the reasons', () => {
    expect(formatRefusals([changed])).toBe('')
    expect(formatRefusals([changed, broken])).toBe(
      `b.router.yml (${broken.refusal}) cannot be upgraded.`,
    )
    const reason = `(${broken.refusal})`
    const files = ['a', 'b', 'c', 'd', 'e'].map((file) => ({ ...broken, file }))
    expect(formatRefusals(files)).toBe(
      `a ${reason}, b ${reason}, c ${reason} and 2 other files cannot be upgraded.`,
    )
  })

  const from = (release: string, origin?: string) => ({
    to: '2.0.3',
    checkedFor: { release, ...(origin !== undefined && { releaseOrigin: origin }) },
  })

  test.each([
    [
      [from('2.0.3'), from('2.0.3')],
      '2 files are upgraded to release 2.0.3. Save to keep the changes.',
      undefined,
    ],
    [
      [from('1.6.5', 'a.json:1')],
      'The file is upgraded to release 2.0.3. It is still checked for release 1.6.5 (set in a.json:1). Save to keep the changes.',
      '2.0.3',
    ],
    [
      [from('1.6.5', 'a.json:1'), from('1.6.5', 'a.json:1')],
      '2 files are upgraded to release 2.0.3. They are still checked for release 1.6.5 (set in a.json:1). Save to keep the changes.',
      '2.0.3',
    ],
    [
      [from('2.0.3'), from('1.6.5', 'a.json:1'), from('1.1.9', 'routerfile.target')],
      '3 files are upgraded to release 2.0.3. 2 files are still checked for release 1.6.5 (set in a.json:1) and release 1.1.9 (set in routerfile.target). Save to keep the changes.',
      '2.0.3',
    ],
  ])('says for which releases the files are still checked', (upgrades, message, release) => {
    expect(formatApplied(upgrades)).toEqual({ message, ...(release && { release }) })
  })
})

describe('a change of a text', () => {
  test.each([
    ['same', 'same'],
    ['a\nb\nc\n', 'a\nx\nc\n'],
    ['aaa', 'aa'],
    ['', 'new'],
    ['old', ''],
    ['abab', 'ababab'],
  ])('from %j to %j', (from, to) => {
    const { start, end, replacement } = replaceText(from, to)
    expect(from.slice(0, start) + replacement + from.slice(end)).toBe(to)
  })

  test('leaves what is equal before and after it', () => {
    expect(replaceText('v: 3\nedge: {}\nlink: {}\n', 'v: 3\ncsr: {}\nlink: {}\n')).toEqual({
      start: 5,
      end: 9,
      replacement: 'csr',
    })
  })
})

test.each([{ target: '2.0', check: ['files'] }, null, undefined])(
  'settings in an untrusted workspace read no files: %j',
  (settings) => {
    expect(limitSettings(settings)).toMatchObject({ isolated: true, check: [] })
  },
)

test.each([
  ['/sites/router.yml', 'router', true],
  ['/sites/north.router.yaml', 'router', true],
  ['/sites/ziti-router-1.yaml', 'router', true],
  ['/sites/north.yml', 'router', false],
  ['/apollo/router.yaml', 'other', false],
  ['/.github/workflows/ziti-router.yml', 'other', false],
  ['/charts/ziti-router.yaml', 'template', false],
  ['/charts/router.yaml', 'unknown', false],
] as const)('%s, which is a file of kind %s, gets the language: %s', (path, kind, expected) => {
  expect(isNamedRouterFile(path, { kind })).toBe(expected)
})

test.each([
  [undefined, undefined],
  [{}, undefined],
  [{ globalValue: '1.6' }, 'globalValue'],
  [{ globalValue: '1.6', workspaceValue: '2.0' }, 'workspaceValue'],
  [{ workspaceValue: '1.6', workspaceFolderValue: '2.0' }, 'workspaceFolderValue'],
])('a release set in %j is changed as %s', (values, scope) => {
  expect(findScope(values)).toBe(scope)
})

test('pictures of the page of the extension are those of its repository', () => {
  const text = readFileSync('editors/vscode/README.md', 'utf8')
  const page = createExtensionPage(text, {
    repository: 'somebody/routers',
    commit: 'abc',
    readPicture: () => new Uint8Array(),
  })
  const base = 'https://raw.githubusercontent.com/somebody/routers/abc/'
  const pictures = [...page.matchAll(/!\[[^\]]+\]\((.*)\)/g)].map(([, address = '']) => address)
  expect(pictures.length).toBeGreaterThan(3)
  for (const address of pictures) {
    expect(address.startsWith(base)).toBe(true)
    expect(existsSync(address.slice(base.length))).toBe(true)
  }
})
