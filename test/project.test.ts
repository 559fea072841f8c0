import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { consequences } from '../src/schema/messages.js'

const files = ['src', 'server', 'editors', 'scripts', 'test', 'bench']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => path.endsWith('.ts'))

test('what the router does about a mistake is written once', () => {
  const home = 'src/schema/messages.ts'
  const words = [consequences.refuses, consequences.crashes]
  const schemas = readdirSync('schemas', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !name.startsWith('management'))
    .map((name) => join('schemas', name))
  const code = files.filter((path) => /^src\/(?!generated|cli)/.test(path) && path !== home)
  const typed = [...schemas, ...code].filter((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      // Examples of rules expect whole messages, and comments are no messages.
      .some(
        (line) => !/^ *(?:\/?\*|\/\/)|#!/.test(line) && words.some((word) => line.includes(word)),
      ),
  )
  expect(schemas.length).toBeGreaterThan(20)
  expect(code.length).toBeGreaterThan(300)
  expect(typed).toEqual([])
})

test('the folders of tests are those of the code', () => {
  const others = ['processes', 'site', 'support', 'workbench', 'management/service/contract']
  const folders = new Set(
    files
      .filter((path) => path.startsWith('test/'))
      .map((path) => dirname(path).slice('test/'.length)),
  )
  const strangers = [...folders].filter(
    (folder) =>
      !others.some((other) => folder === other || folder.startsWith(`${other}/`)) &&
      !existsSync(join('src', folder)) &&
      !existsSync(folder),
  )
  expect(folders.size).toBeGreaterThan(30)
  expect(strangers).toEqual([])
})

test('the picture of ARCHITECTURE.md shows every room, and its table says what each is for', () => {
  const page = readFileSync('ARCHITECTURE.md', 'utf8')
  const [picture = ''] = /```mermaid[^]*?```/.exec(page) ?? []
  const rooms = readdirSync('src', { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name !== 'management' ? [entry.name] : [],
  )
  rooms.push('management/client', 'management/service')
  expect(rooms.length).toBeGreaterThan(15)
  expect(rooms.filter((room) => !new RegExp(`\\b${room}\\b`).test(picture))).toEqual([])
  expect(
    rooms.filter((room) => room !== 'generated' && !page.includes(`\n| \`src/${room}\` |`)),
  ).toEqual([])
})

test('every file that ARCHITECTURE.md and CONTRIBUTING.md name exists', () => {
  const pages = ['ARCHITECTURE.md', '.github/CONTRIBUTING.md']
  const paths = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.(?:ts|js|json))`/g)].map(
      ([, path = '']) => path,
    ),
  )
  const named = paths.filter((path) => !path.includes('NAME'))
  expect(named.length).toBeGreaterThan(100)
  // Tables of walks leave out the folders that their paths have in common.
  const isThere = (path: string): boolean =>
    existsSync(path) || files.some((file) => file.endsWith(`/${path}`))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

describe('the lock file', () => {
  const text = readFileSync('package-lock.json', 'utf8')
  const {
    packages,
  }: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } =
    JSON.parse(text)

  test('names no registry', () => {
    expect(text).not.toMatch(/"resolved"/)
  })

  test('has every optional package, without which a clean install refuses it', () => {
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    )
    expect(
      wanted.filter(
        (name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)),
      ),
    ).toEqual([])
    expect(wanted.length).toBeGreaterThan(20)
  })
})

test('while the changelog has an unreleased version, no change asks for another one', () => {
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
  const isUnreleased = readFileSync('CHANGELOG.md', 'utf8').includes(`## ${version} (unreleased)`)
  const changes = readdirSync('.changeset').filter((name) => /(?<!README)\.md$/.test(name))
  expect(isUnreleased ? changes : []).toEqual([])
})

describe('what SECURITY.md promises', () => {
  const text = readFileSync('.github/SECURITY.md', 'utf8')
  const promises = [...text.matchAll(/^\| (.+?) +\| \[.*\]\((.+\.test\.ts)\): (.+?) +\|$/gm)]

  test('is many things', () => {
    expect(promises.length).toBeGreaterThan(30)
    expect(promises.length).toBe(text.match(/\.test\.ts\)/g)?.length)
  })

  test.each(promises.map(([, promise, path, title = '']) => ({ promise, path, title })))(
    '$promise',
    ({ path = '', title }) => {
      expect(readFileSync(join('.github', path), 'utf8')).toContain(title)
    },
  )
})
