import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, run, start } from '../support/program.js'

const router = readFileSync('fixtures/cli/files/good.yaml', 'utf8')
const faulty = readFileSync('fixtures/cli/files/bad.yaml', 'utf8')

/** Different files, every third of which is no router file. */
const createFiles = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${index % 10}/${index}.yaml`,
      index % 3 === 0 ? `a: ${index}\n` : `${index % 2 ? faulty : router}# ${index}\n`,
    ]),
  )

test('several threads find with a cache what one finds without', () => {
  const cwd = folderWith(createFiles(120))
  const without = run(['lint', '--format', 'json', '--jobs', '1'], { cwd })
  for (const jobs of ['3', '1', '2'])
    expect(run(['lint', '--format', 'json', '--cache', '--jobs', jobs], { cwd })).toEqual(without)
})

test('runs at the same time do not harm the cache, and leave nothing behind', async () => {
  const cwd = folderWith(createFiles(120))
  const folders = ['.', '1', '2', '.', '3', '.']
  const expected = folders.map((folder) => run(['lint', folder], { cwd }))
  for (let round = 0; round < 3; round += 1)
    expect(
      await Promise.all(folders.map((folder) => start(['lint', '--cache', folder], { cwd }))),
    ).toEqual(expected)
  expect(readdirSync(join(cwd, '.routerfile_cache')).join(' ')).toMatch(
    /^\.gitignore(?: [\da-f])+$/,
  )
  expect(run(['lint', '--cache', '--timing'], { cwd }).err).not.toMatch(/^parse /m)
})
