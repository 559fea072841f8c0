import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createPages } from '../../../scripts/site/pages.js'
import { withPolicy } from '../../../scripts/site/protect.js'
import { tools } from '../../../scripts/site/tools.js'
import { catalog } from '../../../src/lint/catalog.js'
import { findModel } from '../../../src/schema/model.js'
import { listPlaces } from '../../../src/schema/places.js'

const model = findModel(undefined)
const groups = model ? await createPages(model) : []
const pages = groups.flatMap((group) => group.pages)
const paths = pages.map(({ path }) => path)

describe('the site', () => {
  test('has a page for each key', () => {
    const titles = new Set(pages.map(({ title }) => title))
    const keys = model ? listPlaces(model.schema).map(({ path }) => path) : []
    const missing = keys.filter(
      (path) => !titles.has(path) && !titles.has(path.replace(/\[\]$/, '')),
    )
    expect(keys.length).toBeGreaterThan(700)
    expect(missing).toEqual([])
  })

  test('has a page for each rule', () => {
    expect(paths).toEqual(expect.arrayContaining(catalog.map(({ id }) => `rules/${id}`)))
  })

  test('has no two pages at one address, also where case does not count', () => {
    const known = new Set(paths.map((path) => path.toLowerCase()))
    const twice = paths.filter((path) => !known.delete(path.toLowerCase()))
    expect(twice).toEqual([])
  })

  test('has no dead link', () => {
    const links = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ path, link })),
    )
    const known = new Set([
      ...paths.map((path) => `/${path.replace(/index$/, '')}`),
      ...tools.map(({ name }) => `/${name}/`),
      // Pictures are copied beside the pages that show them.
      ...readdirSync('docs/images').map((name) => `images/${name}`),
    ])
    const dead = links.filter(
      ({ link }) => !/^(?:https?:|#)/.test(link) && !known.has(link.replace(/#.*/, '')),
    )
    expect(links.length).toBeGreaterThan(1000)
    expect(dead).toEqual([])
  })
})

describe('the content security policy of a page', () => {
  const page = withPolicy('<html><head><script src="/a.js"></script><script>b()</script></head>')
  const hash = createHash('sha256').update('b()').digest('base64')

  test('allows the scripts of the page, and no other inline script', () => {
    expect(page).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(page).not.toContain('unsafe')
  })

  test('comes before everything that it is about', () => {
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script'))
  })
})
