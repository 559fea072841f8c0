import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createPages } from '../../../scripts/site/pages.js'
import { tools } from '../../../scripts/site/tools.js'
import { texts } from '../../../src/generated/texts.js'
import { catalog } from '../../../src/lint/catalog.js'
import { inspect } from '../../../src/lint/lint.js'
import { describePlace } from '../../../src/schema/describe.js'
import { findModel, listTargets } from '../../../src/schema/model.js'
import { listPlaces } from '../../../src/schema/places.js'
import { selectTexts } from '../../../src/schema/texts.js'
import { fromFragment } from '../../../web/playground/share.js'

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

  test('says of a key what holds in each release', () => {
    const { text = '' } = pages.find(({ path }) => path === 'keys/link.dialers') ?? {}
    const tables = text.split('<ByRelease releases=').filter((part) => part.includes('| Meaning |'))
    const [older = '', newer = ''] = tables.filter((part) => part.includes('link.dialers.split'))
    expect(older).toMatch(/^"[^"]* 1\.1 /)
    expect(older).not.toMatch(/maxDefaultConnections|1\.6\.6/)
    expect(newer).toMatch(/maxDefaultConnections/)
    const split = pages.find(({ path }) => path === 'keys/link.dialers.split')?.text ?? ''
    expect(split).toMatch(/<ByRelease releases="[^"]* 1\.1 [^"]*">\n\nWhether payloads/)
  })

  test('calls no key obsolete that the release reads', () => {
    const { text = '' } = pages.find(({ path }) => path === 'keys/index') ?? {}
    const obsolete = text.slice(text.indexOf('## Obsolete keys'))
    const read = model
      ? listPlaces(model.schema).filter(
          ({ path, key }) => key.isRead && obsolete.includes(`[\`${path}\`]`),
        )
      : []
    expect(read.map(({ path }) => path)).toEqual([])
  })

  test('says of a rule since when it differs, and not for one release alone', () => {
    const { text = '' } = pages.find(({ path }) => path === 'rules/false-alarm') ?? {}
    expect(text).toContain('Severity: warning; off in releases >=1.1.14. Fixable')
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

/** An example of a page: its lines, what the page says of them, and the file that opens in the playground. */
async function readExample(text: string, kind: 'wrong' | 'right') {
  const [, shown = ''] = text.split(`<div class="example ${kind}">`)
  const [, fragment] = /\]\(\/playground\/(#[^)]+)\)/.exec(shown) ?? []
  const shared = fragment === undefined ? undefined : await fromFragment(fragment)
  const [file] = shared?.files ?? []
  if (!file) return undefined
  const [own = ''] = shown.split('</div>')
  const said = [...own.matchAll(/^- \S Line \d+, \w+: (.*)$/gm)].map(([, message]) => message)
  const options = shared?.release === undefined ? {} : { target: shared.release }
  return { said, found: inspect(file.text, options).diagnostics() }
}

const examples = await Promise.all(
  pages
    .filter(({ path }) => path.startsWith('keys/') && path !== 'keys/index')
    .map(async ({ title, text }) => ({
      title,
      wrong: await readExample(text, 'wrong'),
      right: await readExample(text, 'right'),
    })),
)

/** Keys for which every value has a warning, or that nobody writes. */
const withoutRight = [
  { keys: /\.drop1InN$/, why: 'it is for tests only' },
  { keys: /\.(?:Ip|Uri)AddressesParsed$/, why: 'the router keeps its own data there' },
  { keys: /^web\[\]\.apis\[\]\.options$/, why: 'an API of a router has no options' },
]

const lines = listTargets()
const own = lines.findIndex(({ newest }) => newest === model?.release)

/** The keys that the release of the reference or a later one reads. */
const readKeys = new Set(
  lines.slice(own).flatMap(({ newest }) => {
    const known = findModel(newest)
    return known
      ? listPlaces(known.schema).flatMap((place) =>
          describePlace(place, selectTexts(texts, known.release)).read ? [place.path] : [],
        )
      : []
  }),
)

describe('the examples of a key', () => {
  test('are right where the page says so, and what is noted of them is shown', () => {
    const right = examples.flatMap((example) => (example.right ? [example.right] : []))
    const doubtful = examples.filter(({ right: own }) =>
      own?.found.some(
        ({ severity, message }) => severity !== 'info' || !own.said.includes(message),
      ),
    )
    expect(right.length).toBeGreaterThan(500)
    expect(doubtful.map(({ title, right: own }) => [title, own?.found])).toEqual([])
  })

  test('have a right one for each key that the release of the reference or a later one reads', () => {
    const missing = examples.filter(
      ({ title, right }) =>
        !right && readKeys.has(title) && !withoutRight.some(({ keys }) => keys.test(title)),
    )
    expect(own).toBeGreaterThan(0)
    expect(missing.map(({ title }) => title)).toEqual([])
  })

  test('are wrong where the page says so', () => {
    const harmless = examples.filter(
      ({ wrong }) =>
        wrong && !wrong.said.every((message) => wrong.found.some((it) => it.message === message)),
    )
    expect(examples.filter(({ wrong }) => wrong).length).toBeGreaterThan(400)
    expect(harmless.map(({ title, wrong }) => [title, wrong?.said, wrong?.found])).toEqual([])
  })
})
