import { readdirSync, readFileSync } from 'node:fs'
import { texts } from '../../src/generated/texts.js'
import { describeAsMarkdown, escapeMarkdown } from '../../src/language/explanations.js'
import { catalog } from '../../src/lint/catalog.js'
import { listInnerKeys } from '../../src/lint/explain-word.js'
import { formatRule } from '../../src/lint/rule-page.js'
import { describePlace } from '../../src/schema/describe.js'
import type { Model } from '../../src/schema/model.js'
import type { SchemaPlace } from '../../src/schema/places.js'
import { listPlaces } from '../../src/schema/places.js'
import { textsFor } from '../../src/schema/texts.js'

/** A page of the site: its path below the site, without `.md`, its title and its text in Markdown. */
export type SitePage = { path: string; title: string; text: string }

/** A group of pages, the first of which is its index; `listed` are those in the sidebar. */
export type PageGroup = { title: string; pages: readonly SitePage[]; listed: readonly SitePage[] }

/** The address of the page of a key: `listeners[binding=edge].options` is at `keys/listeners.edge.options`. */
const toKeyPath = (path: string): string =>
  `keys/${path
    .replaceAll('[]', '')
    .replaceAll(/\[binding=([^\]]*)\]/g, '.$1')
    .replaceAll(/[^\w.-]/g, '_')}`

const formatCode = (text: string): string => `\`${text}\``

/** A page for each key, made from the same facts as `routerfile explain`. */
function createKeyPages(model: Model): SitePage[] {
  const places = listPlaces(model.schema)
  const pages = new Map<string, SitePage>()
  for (const place of places) {
    const path = toKeyPath(place.path)
    // A list and its entries share a page: that of the list.
    if (!pages.has(path))
      pages.set(path, { path, title: place.path, text: formatKey(place, places, model) })
  }
  return [...pages.values()]
}

function formatKey(place: SchemaPlace, places: readonly SchemaPlace[], model: Model): string {
  const description = describePlace(place, textsFor(texts, model.release))
  const name = place.path.slice(place.path.lastIndexOf('.') + 1)
  const inside = listInnerKeys(place.path, model).map(({ name: inner, type, text }) => {
    const path = inner.startsWith('[') ? `${place.path}${inner}` : `${place.path}.${inner}`
    return `| [${formatCode(inner)}](/${toKeyPath(path)}) | ${type} | ${escapeMarkdown(text)} |`
  })
  const others = places.filter(
    ({ path, key }) =>
      path !== place.path && key.read && path.slice(path.lastIndexOf('.') + 1) === name,
  )
  return [
    describeAsMarkdown(description, []),
    ...(inside.length > 0
      ? ['## Keys inside', ['| Key | Type | Meaning |', '|---|---|---|', ...inside].join('\n')]
      : []),
    ...(others.length > 0
      ? [
          '## The same name elsewhere',
          others.map(({ path }) => `- [${formatCode(path)}](/${toKeyPath(path)})`).join('\n'),
        ]
      : []),
  ].join('\n\n')
}

const createRulePages = ({ release }: Model): SitePage[] =>
  catalog.map((rule) => ({
    path: `rules/${rule.id}`,
    title: rule.id,
    text: formatRule(rule, release).replaceAll(/\]\((?!http)([\w-]+)\.md/g, '](/guides/$1'),
  }))

/** The pages of `docs/`, apart from those that the reference replaces. */
function readGuides(): SitePage[] {
  const replaced = new Set(['keys.md', 'rules.md'])
  return readdirSync('docs')
    .filter((name) => name.endsWith('.md') && !replaced.has(name))
    .sort()
    .map((name) => {
      const text = readFileSync(`docs/${name}`, 'utf8')
      const [, title = name] = /^# (.*)$/m.exec(text) ?? []
      return {
        path: `guides/${name.replace(/\.md$/, '')}`,
        title,
        text: redirectLinks(text.replace(/^(?:<!--.*-->\s*)?# .*\n/, '')),
      }
    })
}

/** Links of a page in `docs/`, as the site has them; what is no page of the site is named without a link. */
const redirectLinks = (text: string): string =>
  text
    .replaceAll(/\]\((?:keys|rules)\.md(?:#([\w-]+))?\)/g, (link, id?: string) =>
      link.includes('keys') ? '](/keys/)' : `](/rules/${id ?? ''})`,
    )
    .replaceAll(/\[([^\]]*)\]\(\.\.\/[^)]*\)/g, '$1')
    .replaceAll(/\]\(([\w-]+)\.md(#[\w-]+)?\)/g, '](/guides/$1$2)')
    .replaceAll(/\[([^\]]*)\]\(decisions\/[^)]*\)/g, '$1')

const createIndex = (
  title: string,
  about: string,
  path: string,
  pages: readonly SitePage[],
): SitePage => ({
  path: `${path}/index`,
  title,
  text: [
    about,
    pages.map((page) => `- [${formatCode(page.title)}](/${page.path})`).join('\n'),
  ].join('\n\n'),
})

/** All pages of the site, in the groups of its sidebar. */
export function createPages(model: Model): PageGroup[] {
  const keys = createKeyPages(model)
  const rules = createRulePages(model)
  const guides = readGuides()
  const aboutKeys = `Every key of the router file, as release ${model.release} reads it.`
  return [
    { title: 'Guides', pages: guides, listed: guides },
    {
      title: 'Rules',
      pages: [createIndex('Rules', 'What `routerfile lint` finds.', 'rules', rules), ...rules],
      listed: rules,
    },
    {
      title: 'Keys',
      pages: [createIndex('Keys', aboutKeys, 'keys', keys), ...keys],
      // Each page repeats the sidebar: all keys would make it a hundred times as large as its text.
      listed: keys.filter(({ title }) => !/[.[]/.test(title)),
    },
  ]
}
