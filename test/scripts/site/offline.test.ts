import { expect, test } from 'vitest'
import { selectFirst } from '../../../scripts/site/offline.js'

test('the first visit keeps the tools and what all pages need, and no other page', () => {
  const needed = [
    '404.html',
    'assets/app.Xy_1.js',
    'assets/chunks/theme.Xy_1.js',
    'assets/index.md.Xy_1.lean.js',
    'assets/playground_index.md.Xy_1.js',
    'assets/style.Xy_1.css',
    'icon.svg',
    'tools/parts/ABC.js',
    'tools/playground.js',
  ]
  const others = [
    'assets/rules_unknown-key.md.Xy_1.js',
    'guides/ci.html',
    'offline-pages.json',
    'rules/unknown-key.html',
  ]
  expect(selectFirst([...needed, ...others])).toEqual([
    '',
    'playground/',
    'generator/',
    'mesh/',
    'register.js',
    ...needed,
  ])
})
