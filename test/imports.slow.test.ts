import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const files = ['src', 'server', 'editors', 'scripts', 'test', 'bench']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => path.endsWith('.ts'))

/** Files of ours that a file imports, for their types too. */
const importsOf = (path: string): string[] =>
  ts
    .preProcessFile(readFileSync(path, 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => normalize(join(dirname(path), fileName)).replace(/\.js$/, '.ts'))

// The linters know cycles of code that runs; those of types make code as hard to take apart.
test('imports make no cycle, those of types included', () => {
  const imports = new Map(files.map((path) => [path, importsOf(path)]))
  const cycles: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'open')
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' > '))
    if (state.has(path)) return
    state.set(path, 'open')
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of imports.keys()) visit(path, [])
  expect(imports.get('src/core.ts')?.length).toBeGreaterThan(10)
  expect(cycles).toEqual([])
})
