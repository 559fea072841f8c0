import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groupByTask } from '../../../scripts/site/guides.js'

const replaced = new Set(['keys.md', 'rules.md'])
const guides = readdirSync('docs')
  .filter((name) => name.endsWith('.md') && !replaced.has(name))
  .map((name) => ({ path: `guides/${name.replace('.md', '')}` }))

test('each guide is in one group, Getting started first', () => {
  const paths = groupByTask(guides).flatMap(({ pages }) => pages.map(({ path }) => path))
  expect(paths[0]).toBe('guides/start')
  expect([...paths].sort()).toEqual(guides.map(({ path }) => path).sort())
})

test('a guide that no task names is listed in the last group', () => {
  const groups = groupByTask([{ path: 'guides/new' }])
  expect(groups.at(-1)?.pages).toEqual([{ path: 'guides/new' }])
})
