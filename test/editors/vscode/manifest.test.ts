import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { extensionCommands } from '../../../editors/vscode/src/commands/index.js'
import { languageId, languageIds, viewScheme } from '../../../editors/vscode/src/language.js'
import { selectSetValues } from '../../../editors/vscode/src/set-values.js'
import { formatLines } from '../../../src/cli/formats/compact.js'
import { targets } from '../../../src/index.js'
import { legend } from '../../../src/language/index.js'

// Only the editor has this module; loading the commands needs this much of it.
vi.mock('vscode', () => ({ ConfigurationTarget: {} }))

const read = (path: string): string => readFileSync(path, 'utf8')

const texts: Readonly<Record<string, string>> = JSON.parse(read('editors/vscode/package.nls.json'))

/** The keys of the texts that the manifest uses. */
const usedTexts = [...read('editors/vscode/package.json').matchAll(/"%(.+)%"/g)].map(
  ([, key = '']) => key,
)

/** The manifest with its texts, as an editor reads it. */
const manifest = JSON.parse(
  read('editors/vscode/package.json').replaceAll(/"%(.+)%"/g, (_, key: string) =>
    JSON.stringify(texts[key]),
  ),
)

const { contributes, capabilities } = manifest

const declared: string[] = contributes.commands.map(({ command }: { command: string }) => command)

const registered = extensionCommands.map(({ name }) => name)

describe('commands', () => {
  test('are declared and registered', () => {
    expect([...declared].sort()).toEqual([...registered].sort())
    expect(declared.length).toBeGreaterThan(8)
  })

  test('are on the page of the extension', () => {
    const page = read('editors/vscode/README.md')
    const titles: string[] = contributes.commands.map(({ title }: { title: string }) =>
      title.replace('…', ''),
    )
    expect(titles.filter((title) => !page.includes(`| ${title} |`))).toEqual([])
  })

  test('of menus, walkthrough and status exist', () => {
    const menus = Object.values<{ command: string }[]>(contributes.menus).flat()
    const [{ steps }] = contributes.walkthroughs
    const named = [
      ...menus.map(({ command }) => command),
      ...JSON.stringify(steps).matchAll(/(?:command:|onCommand:)(routerfile\.\w+)/g),
    ].map((command) => (typeof command === 'string' ? command : command[1]))
    expect(named.filter((command) => !declared.includes(command ?? ''))).toEqual([])
    expect(steps.length).toBeGreaterThan(3)
  })

  test('that need a router file are offered for one only', () => {
    const conditions = Object.fromEntries(
      contributes.menus.commandPalette.map((entry: { command: string; when: string }) => [
        entry.command,
        entry.when,
      ]),
    )
    const everywhere = declared.filter((command) => conditions[command] === undefined)
    expect(everywhere.sort()).toEqual([
      'routerfile.explain',
      'routerfile.fixAllInWorkspace',
      'routerfile.generate',
      'routerfile.previewUpgradeInWorkspace',
      'routerfile.restartServer',
      'routerfile.showMesh',
      'routerfile.showOutput',
    ])
    const inEditors = [...contributes.menus['editor/title'], ...contributes.menus['editor/context']]
    for (const { when } of inEditors)
      expect(when).toMatch(/resourcePath in routerfile\.files|routerfile\.isUpgradePreview/)
  })
})

test('the texts of the manifest are in the file for translators, and no others', () => {
  expect([...new Set(usedTexts)].sort()).toEqual(Object.keys(texts).sort())
  const isWritten = (key: string, value: unknown): boolean =>
    /^(?:title|description|altText|category|displayName)$/.test(key) && typeof value === 'string'
  const written: unknown[] = []
  JSON.parse(read('editors/vscode/package.json'), (key, value: unknown) => {
    if (isWritten(key, value) && !/^%.*%$/.test(String(value))) written.push(value)
    return value
  })
  expect(written).toEqual([])
})

describe('settings', () => {
  const settings = Object.entries<{
    type: string
    default: unknown
    description: string
    order: number
    items?: { type: string }
    additionalProperties?: false | { type: string }
  }>(contributes.configuration.properties)

  test('are those of the page on editors', () => {
    const page = /\n## Settings\n([^]*?)(?=\n## |$)/.exec(read('docs/editor.md'))?.[1] ?? ''
    const shared = /`target`.*work as in the \[configuration file\]/.exec(page)?.[0] ?? ''
    const names = [
      ...[...shared.matchAll(/`(\w+)`/g)].map(([, name]) => `routerfile.${name}`),
      ...[...page.matchAll(/^\| `(routerfile\.\w+)` \| (?:`.*`)? ?\|/gm)].map(([, name]) => name),
    ]
    const declaredNames = settings.map(([name]) => name.split('.').slice(0, 2).join('.'))
    expect([...new Set(declaredNames)].sort()).toEqual(names.sort())
  })

  test('have an input of their own in the editor', () => {
    for (const [name, setting] of settings) {
      const { type, default: initial, description, items, additionalProperties } = setting
      expect(typeof description, name).toBe('string')
      expect(['string', 'boolean', 'integer', 'array', 'object'], name).toContain(type)
      expect(Array.isArray(initial) ? 'array' : typeof initial, name).toBe(
        type === 'integer' ? 'number' : type,
      )
      if (type === 'array') expect(items?.type, name).toBe('string')
      if (type === 'object')
        expect(additionalProperties === false || additionalProperties?.type, name).toBeTruthy()
    }
  })

  test('are in order of use, the release first', () => {
    expect(settings.map(([, { order }]) => order)).toEqual(settings.map((_, index) => index + 1))
    expect(settings.slice(0, 3).map(([name]) => name)).toEqual([
      'routerfile.target',
      'routerfile.rules',
      'routerfile.check',
    ])
    expect(contributes.configuration.properties['routerfile.target'].enum.slice(0, 4)).toEqual([
      '',
      'lts',
      'latest',
      targets.at(-1)?.line,
    ])
  })

  test('are sent to the server only if the user sets them', () => {
    const values = { target: '', rules: {}, check: ['files'], fleet: true, isolated: false }
    const set: Record<string, object> = {
      check: { workspaceValue: ['files'] },
      fleet: { globalValue: true },
      isolated: { defaultValue: false },
    }
    expect(selectSetValues(values, (name) => set[name])).toEqual({ check: ['files'], fleet: true })
  })

  test('that name files are not read from an untrusted workspace', () => {
    const { restrictedConfigurations } = capabilities.untrustedWorkspaces
    const names = settings.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(restrictedConfigurations))
    const paths = names.filter((name) => /\.(?:config|env|envFile|check|baseline)$/.test(name))
    expect([...restrictedConfigurations].sort()).toEqual(paths.sort())
  })
})

describe('colors', () => {
  test('have a scope for every type of token, in every language that router files may be in', () => {
    for (const { scopes } of contributes.semanticTokenScopes)
      expect(Object.keys(scopes).sort()).toEqual([...legend.types].sort())
    expect(
      contributes.semanticTokenScopes.map(({ language }: { language: string }) => language),
    ).toEqual(languageIds)
  })

  test('do not tell top-level keys from the keys below them', () => {
    for (const { scopes } of contributes.semanticTokenScopes)
      expect(scopes.namespace).toEqual(scopes.property)
  })

  test('declare the modifiers that the protocol does not know', () => {
    const standard = ['declaration', 'deprecated']
    expect(contributes.semanticTokenModifiers.map(({ id }: { id: string }) => id)).toEqual(
      legend.modifiers.filter((modifier) => !standard.includes(modifier)),
    )
  })
})

test('the extension looks at files in every language that router files may be in', () => {
  expect(manifest.activationEvents).toEqual(
    expect.arrayContaining(
      languageIds.filter((id) => id !== languageId).map((id) => `onLanguage:${id}`),
    ),
  )
})

test('the extension starts for its own documents, which a window may restore', () => {
  expect(manifest.activationEvents).toContain(`onFileSystem:${viewScheme}`)
})

describe('the language', () => {
  test('is not that of a file by its name alone, whose content may be for another program', () => {
    expect(Object.keys(contributes.languages[0]).sort()).toEqual([
      'aliases',
      'configuration',
      'icon',
      'id',
    ])
  })

  test('lets Enter end a line, and not accept words of the text', () => {
    expect(contributes.configurationDefaults['[openziti-router]']).toMatchObject({
      'editor.acceptSuggestionOnEnter': 'smart',
      'editor.wordBasedSuggestions': 'off',
    })
  })

  // Edits on type arrive after the next key: a dash that is added then is one too many.
  test('leaves the start of a line to rules that apply with the key', () => {
    expect(contributes.configurationDefaults['[openziti-router]']).toMatchObject({
      'editor.formatOnType': false,
    })
  })

  const { onEnterRules, wordPattern } = JSON.parse(
    read('editors/vscode/language-configuration.json'),
  )

  test.each([
    ['endpoint: tls:ctrl.example.com:6262', ['endpoint', 'tls:ctrl.example.com:6262']],
    ['key: "pki/a.key" # own', ['key', 'pki/a.key', 'own']],
    ['resolver: udp://127.0.0.1:53', ['resolver', 'udp://127.0.0.1:53']],
    ['listeners:', ['listeners']],
    ['endpoint: tls:[::1]:6262', ['endpoint', 'tls:[::1]:6262']],
    ['bind: tls:[fe80::1:2]:80 # own', ['bind', 'tls:[fe80::1:2]:80', 'own']],
    ['endpoint: tls:${HOST}:6262', ['endpoint', 'tls:${HOST}:6262']],
    ['key: ${PKI}/a.key', ['key', '${PKI}/a.key']],
    ['groups: [a, b:c, ${GROUP}]', ['groups', 'a', 'b:c', '${GROUP}']],
    ['options: {a: b}', ['options', 'a', 'b']],
  ])('sees whole addresses and paths as words in %j', (line, words) => {
    expect(line.match(new RegExp(wordPattern, 'g'))).toEqual(words)
  })

  const findRule = (before: string, after = '') =>
    onEnterRules.find(
      ({ beforeText, afterText = '' }: { beforeText: string; afterText?: string }) =>
        new RegExp(beforeText).test(before) && new RegExp(afterText).test(after),
    )?.action

  test.each([
    ['listeners:', '', { indent: 'indent' }],
    ['  - binding: edge', '', { indent: 'none', appendText: '  ' }],
    ['  - tls:ctrl.example.com:6262', '', undefined],
    ['  options:', '', { indent: 'indent' }],
    ['  - options:', '', { indent: 'indent', appendText: '  ' }],
    ['  - options: &shared # of both', '', { indent: 'indent', appendText: '  ' }],
    ['  - "binding": \'edge\' # a: b', '', { indent: 'none', appendText: '  ' }],
    ['  - &edge binding: edge', '', { indent: 'none', appendText: '  ' }],
    ['  - binding: *edge', '', { indent: 'none', appendText: '  ' }],
    ['  - { binding: transport }', '', undefined],
    ['  - [a, b: c]', '', undefined],
    ['  - "a: b"', '', undefined],
    ["  - 'a: b' # c: d", '', undefined],
    ['  - # of the clients: edge', '', undefined],
    ['  - localhost # as in: hosts', '', undefined],
    ['  -', '', undefined],
    ['"ctrl":', '', { indent: 'indent' }],
    ['ctrl: &ctrl', '', { indent: 'indent' }],
    ['ctrl: !!map &ctrl # shared', '', { indent: 'indent' }],
    ['  key: &key |-', '', { indent: 'indent' }],
    ['  key: &key pki/a.key', '', undefined],
    ['  key: a|', '', undefined],
    ['  key: "a:"', '', undefined],
    ['  options: # of the listener', '', { indent: 'indent' }],
    ['ca: |', '', { indent: 'indent' }],
    ['address: tls:0.0.0.0:3022', '', undefined],
    ['# The router reads', 'this: no', { indent: 'none', appendText: '# ' }],
    ['# The router reads:', '', undefined],
    ['v: 3', '', undefined],
  ])('continues after %j as people expect', (before, after, action) => {
    expect(findRule(before, after)).toEqual(action)
  })
})

test('the problem matcher finds the lines of the compact format', () => {
  const [{ pattern }] = contributes.problemMatchers
  const [{ regexp, file, line, column, severity, message, code }] = pattern
  const start = { line: 2, character: 4, offset: 9 }
  const lines = (['error', 'warning', 'info'] as const).map((level) =>
    formatLines([
      {
        path: 'sites/north.yml',
        text: '',
        release: '2.0.3',
        diagnostics: [
          {
            range: { start, end: start },
            severity: level,
            message: 'unknown key "x"',
            rule: 'unknown-key',
            path: [],
          },
        ],
      },
    ]),
  )
  const found = lines.map((text) => new RegExp(regexp).exec(text.trimEnd()) ?? [])
  expect(found.map((match) => match[severity])).toEqual(['error', 'warning', 'info'])
  const [match = []] = found
  expect([file, line, column, message, code].map((group) => match[group])).toEqual([
    'sites/north.yml',
    '3',
    '5',
    'unknown key "x"',
    'unknown-key',
  ])
})

test('files that the manifest names exist, in the repository or in the build', () => {
  const build = read('scripts/vscode/build.ts')
  const named = [...JSON.stringify(manifest).matchAll(/"\.\/([\w/.-]+)"/g)].map(([, path]) => path)
  const missing = named.filter(
    (path = '') => !existsSync(`editors/vscode/${path}`) && !build.includes(`'${path}'`),
  )
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(5)
})

test('every picture and icon that the manifest names exists', () => {
  const named = [...JSON.stringify(manifest).matchAll(/"(?:\.\/)?([\w/-]+\.(?:png|svg))"/g)].map(
    ([, path = '']) => path,
  )
  expect(named).toContain('images/generate.png')
  expect(named.filter((path) => !existsSync(`editors/vscode/${path}`))).toEqual([])
})
