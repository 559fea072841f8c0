import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, test } from 'vitest'

const read = (file: string): string => readFileSync(join('editors', file), 'utf8')

/** Folders of editors whose settings are files; the extension for VS Code is a program with tests of its own. */
const folders = ['emacs', 'helix', 'jetbrains', 'kate', 'neovim', 'sublime', 'zed']

const files = folders.flatMap((folder) =>
  readdirSync(join('editors', folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  ),
)

const command = ['routerfile', 'language-server', '--stdio']

describe('settings for editors', () => {
  test.each(files.filter((file) => /\.(json|sublime-settings)$/.test(file)))(
    '%s is JSON',
    (file) => {
      expect(JSON.parse(read(file))).toBeTypeOf('object')
    },
  )

  test.each(files.filter((file) => file.endsWith('.toml')))('%s is TOML', (file) => {
    expect(parseToml(read(file))).toBeTypeOf('object')
  })

  test('start the server with the same command', () => {
    const helix = parseToml(read('helix/languages.toml'))
    expect(helix).toMatchObject({
      'language-server': { routerfile: { command: command[0], args: command.slice(1) } },
      // The first two are those that Helix has for YAML without settings.
      language: [
        {
          name: 'yaml',
          'language-servers': ['yaml-language-server', 'ansible-language-server', 'routerfile'],
        },
      ],
    })
    expect(JSON.parse(read('kate/settings.json')).servers.yaml.command).toEqual(command)
    const { clients } = JSON.parse(read('sublime/LSP.sublime-settings'))
    expect(clients.routerfile).toMatchObject({ enabled: true, command, selector: 'source.yaml' })
    const { binary } = JSON.parse(read('zed/settings.json')).lsp['yaml-language-server']
    expect([binary.path, ...binary.arguments]).toEqual(command)
    expect(JSON.parse(read('jetbrains/template.json')).programArgs).toEqual({
      default: command.join(' '),
      windows: command.join(' ').replace('routerfile', 'routerfile.cmd'),
    })
    expect(read('neovim/lsp/routerfile.lua')).toContain(`cmd = { '${command.join("', '")}' }`)
    expect(read('emacs/openziti-router.el')).toContain(`("${command.join('" "')}")`)
  })

  test('those for LSP4IJ are a template', () => {
    expect(JSON.parse(read('jetbrains/template.json'))).toEqual({
      id: 'routerfile',
      name: 'routerfile',
      programArgs: { default: expect.any(String), windows: expect.any(String) },
      fileTypeMappings: [
        { fileType: { name: 'YAML', patterns: ['*.yaml', '*.yml'] }, languageId: 'yaml' },
      ],
    })
    expect(JSON.parse(read('jetbrains/installer.json'))).toMatchObject({
      check: { exec: { command: { default: expect.any(String), windows: expect.any(String) } } },
      run: { exec: { command: { default: expect.any(String), windows: expect.any(String) } } },
    })
    expect(Object.keys(JSON.parse(read('jetbrains/settings.json')))).toEqual(['routerfile'])
  })

  test('those for Zed are an extension with a server for YAML', () => {
    const manifest = parseToml(read('zed/extension.toml'))
    expect(manifest).toMatchObject({
      schema_version: 1,
      language_servers: { routerfile: { languages: ['YAML'] } },
    })
    expect(parseToml(read('zed/Cargo.toml'))).toMatchObject({
      package: { version: manifest['version'] },
      lib: { 'crate-type': ['cdylib'] },
    })
  })

  test('are on the page about editors as they are', () => {
    const page = readFileSync('docs/editor.md', 'utf8')
    const blocks = [...page.matchAll(/<!-- settings: editors\/(\S+) -->\n```\w+\n([^]*?)^```$/gm)]
    expect(blocks.map(([, file]) => file)).toEqual([
      'neovim/lsp/routerfile.lua',
      'helix/languages.toml',
      'kate/settings.json',
      'zed/settings.json',
      'sublime/LSP.sublime-settings',
    ])
    for (const [, file = '', text] of blocks) expect(text, file).toBe(read(file))
  })
})
