import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, runHere } from '../support/program.js'
import { yaml } from '../support/yaml.js'

const router = yaml`
  v: 3
  identity: { cert: a, server_cert: b, key: c, ca: d }
  ctrl: { endpoint: tls:ctrl.example.com:6262 }
  csr: { sans: { dns: [router.example.com] } }
`
const dead = `${router}forwarder:\n  latencyProbeInterval: 10\n`

const fixed = `${router}forwarder: {}\n`

const terraform = (content: string): string =>
  `resource "local_file" "router" {\n  content = <<EOF\n${content}EOF\n}\n`

/** Files in other languages in which whole router files occur. */
const others: Readonly<Record<string, string>> = {
  'expressions.tf': terraform(dead.replace('ctrl.example.com', `\${var.ctrl}`)),
  'indented.tf': terraform(dead.replaceAll(/^/gm, '    ')).replace('<<EOF', '<<-EOF'),
  'terraform.conf': terraform(dead.replace('ctrl.example.com', `\${var.ctrl}`)),
  'install.sh': `#!/bin/sh\nset -e\ncat > router.yml <<EOF\n${dead}EOF\n`,
  install: `set -e\ncat <<'EOF' > router.yml\n${dead}EOF\n`,
  'README.md': `# Router\n\nThe file of the router:\n\n\`\`\`yaml\n${dead}\`\`\`\nEOF\n`,
  README: `The file of the router:\n\n\`\`\`yaml\n${dead}\`\`\`\n`,
  'notes.txt': `${dead}EOF\n`,
  'words.txt': 'hello\nworld\n',
  'script.py': `TEXT = """\n${dead}"""\nEOF\n`,
}

const isSame = (folder: string): boolean =>
  Object.entries(others).every(([path, text]) => readFileSync(join(folder, path), 'utf8') === text)

describe('files in other languages', () => {
  test.each([
    ['lint', []],
    ['fix', []],
    ['fix', ['--unsafe']],
    ['lint', ['--fix', '--unsafe']],
    ['fmt', ['--sort']],
    ['upgrade', ['--from', '1.6', '--fix']],
  ])('are refused one by one by %s %j where they are named', async (command, flags) => {
    for (const path of Object.keys(others).filter((name) => name !== 'indented.tf')) {
      const cwd = folderWith(others)
      const { code, out, err } = await runHere([command, ...flags, path], { cwd })
      expect([path, code, out]).toEqual([path, 2, ''])
      expect(err).toMatch(/^routerfile: `[\w.]+` (?:is a|does not look like a router file)/)
      expect(isSame(cwd)).toBe(true)
    }
  })

  test('are not touched where a pattern finds them', async () => {
    const { 'indented.tf': _, ...left } = others
    const cwd = folderWith(left)
    await runHere(['fix', '--unsafe', '*'], { cwd })
    for (const [path, text] of Object.entries(left))
      expect(readFileSync(join(cwd, path), 'utf8')).toBe(text)
  })

  test('get no repair that leaves them what they are, even if the user calls them router files', async () => {
    const named = Object.keys(others).filter((path) => path !== 'notes.txt')
    const cwd = folderWith(others)
    const linted = await runHere(['lint', '--kind', 'router', ...named], { cwd })
    expect(linted.out).not.toContain('add a colon')
    await runHere(['fix', '--unsafe', '--kind', 'router', ...named], { cwd })
    expect(isSame(cwd)).toBe(true)
  })

  test('are not the base of a merge', async () => {
    const cwd = folderWith({ ...others, 'site.yml': 'v: 3\n' })
    expect((await runHere(['merge', 'notes.txt', 'site.yml', '-o', 'out.yml'], { cwd })).code).toBe(
      2,
    )
  })
})

describe('router files in Terraform', () => {
  test.each([['a.tf'], ['.']])('are fixed in their heredocs by fix %s', async (argument) => {
    const cwd = folderWith({ 'a.tf': terraform(dead) })
    expect(await runHere(['fix', argument], { cwd })).toMatchObject({ code: 0 })
    expect(readFileSync(join(cwd, 'a.tf'), 'utf8')).toBe(terraform(fixed))
  })
})

describe('a router file with mistakes', () => {
  const broken = dead.replace('  latency', '\tlatency')

  test.each(['router.yml', 'north.conf', 'north'])(
    'is fixed where it is named %s',
    async (name) => {
      const cwd = folderWith({ [name]: broken })
      await runHere(['fix', name], { cwd })
      expect(readFileSync(join(cwd, name), 'utf8')).toBe(fixed)
    },
  )

  test('is fixed in a text file if it can be read, or if the user says what it is', async () => {
    const cwd = folderWith({ 'sound.txt': dead, 'broken.txt': broken })
    await runHere(['fix', 'sound.txt'], { cwd })
    expect(readFileSync(join(cwd, 'sound.txt'), 'utf8')).toBe(fixed)
    await runHere(['fix', '--kind', 'router', 'broken.txt'], { cwd })
    expect(readFileSync(join(cwd, 'broken.txt'), 'utf8')).toBe(fixed)
  })

  test('of which only the beginning is there is shown, and not changed', async () => {
    const text = 'v: 3\nident'
    const cwd = folderWith({ 'new.yml': text })
    expect((await runHere(['lint', 'new.yml'], { cwd })).code).toBe(1)
    for (const argv of [['fix'], ['fmt'], ['upgrade', '--from', '1.6', '--fix']])
      expect((await runHere([...argv, 'new.yml'], { cwd })).code).toBe(2)
    expect(readFileSync(join(cwd, 'new.yml'), 'utf8')).toBe(text)
  })
})

test('an odd file fails alone, or not at all, and the others are fixed', async () => {
  const items = `- |\n${dead.replaceAll(/^/gm, '  ')}${'- a\n'.repeat(130_000)}`
  const cwd = folderWith({ 'a.yml': dead, 'm.yml': items, 'z.yml': dead })
  const { err } = await runHere(['fix', '.'], { cwd })
  expect(err).not.toContain('internal failure')
  for (const name of ['a.yml', 'z.yml'])
    expect(readFileSync(join(cwd, name), 'utf8')).not.toContain('latencyProbeInterval')
})

test('a file that cannot be written is named, and the others are fixed', async () => {
  const cwd = folderWith({ 'a.yml': dead, 'm.yml': dead, 'z.yml': dead })
  // Even the superuser cannot create a file where a folder is.
  for (const end of ['tmp', 'routerfile.tmp']) mkdirSync(join(cwd, `.m.yml.${process.pid}.${end}`))
  const { code, err } = await runHere(['fix', '.'], { cwd })
  expect([code, err]).toEqual([2, expect.stringContaining('`m.yml` cannot be written')])
  expect(readFileSync(join(cwd, 'z.yml'), 'utf8')).toBe(fixed)
})
