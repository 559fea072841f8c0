import { readdirSync, readFileSync } from 'node:fs'
import { formatCode } from '../../src/document/markdown.js'
import { catalog } from '../../src/lint/catalog.js'
import type { Model } from '../../src/schema/model.js'
import { listPlaces } from '../../src/schema/places.js'
import { toKeyPath, toRulePath } from '../../src/schema/site.js'
import { formatRuleTable } from '../derive/pages.js'
import { listKeyRules, listRuleKeys, tryWrongValues } from './rule-keys.js'
import { groupByTask } from './guides.js'
import type { SitePage } from './key-pages.js'
import { createKeyPages, formatKeyIndex } from './key-pages.js'
import { createRulePages, formatFixable } from './rule-pages.js'

/** A group of pages, of which the first is the index; `listed` are the pages in the sidebar. */
export type PageGroup = { title: string; pages: readonly SitePage[]; listed: readonly SitePage[] }

/** Reads the pages of `docs/`, except those that the reference replaces. */
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
        text: raiseComments(redirectLinks(text.replace(/^(?:<!--.*-->\s*)?# .*\n/, ''))),
      }
    })
}

/** Moves comments at the end of commands to separate lines, because the lines would be too wide for a page. */
const raiseComments = (text: string): string =>
  text.replaceAll(/^```sh\n[^]*?^```$/gm, (block) =>
    block.replaceAll(/^(\S.*?) +(# .*)$/gm, '$2\n$1'),
  )

/** Rewrites links between pages of `docs/` for the site. Links to pages that are not on the site become plain text. */
const redirectLinks = (text: string): string =>
  text
    .replaceAll(/\]\((?:keys|rules)\.md(?:#([\w-]+))?\)/g, (link, id?: string) =>
      link.includes('keys') ? '](/keys/)' : `](/rules/${id ?? ''})`,
    )
    .replaceAll(/\[([^\]]*)\]\(\.\.\/[^)]*\)/g, '$1')
    .replaceAll(/\]\(([\w-]+)\.md(#[\w-]+)?\)/g, '](/guides/$1$2)')
    .replaceAll(/\[([^\]]*)\]\(decisions\/[^)]*\)/g, '$1')

/** If there are more sections, their number is shown, and a click shows their names. */
const maxSections = 3

/** Formats the table of all rules, with severities styled as in the rest of the site. */
const formatRules = (listSections: (id: string) => readonly string[]): string =>
  formatFixable(
    formatRuleTable(catalog, (id) => `/${toRulePath(id)}`, listSections)
      .replaceAll(/(?<=^\|[^|]*\| )(error|warning|info)/gm, '<span class="severity $1">$1</span>')
      .replaceAll(/(?<=^\|(?:[^|]*\|){3} )[^|]*(?= \|)/gm, (names) => {
        const count = names.split(', ').length
        return count > maxSections
          ? `<details class="sections"><summary>${count} sections</summary><span>${names}</span></details>`
          : names
      }),
  )

/** Formats the keys that the index leaves out because this release ignores them; older files may have them. */
function formatOtherKeys(keys: readonly SitePage[], model: Model): string {
  const read = new Set(
    listPlaces(model.schema).flatMap(({ path, key }) => (key.isRead ? [toKeyPath(path)] : [])),
  )
  const others = keys.filter(({ path, title }) => /[.[]/.test(title) && !read.has(path))
  const list = others.map(({ path, title }) => `- [${formatCode(title)}](/${path})`)
  return [
    '## Obsolete keys',
    'This release ignores these keys; their pages say what other releases do.',
    list.join('\n'),
  ].join('\n\n')
}

/** Creates all pages of the site, in the groups of its sidebar. */
export async function createPages(model: Model): Promise<PageGroup[]> {
  const wrong = tryWrongValues(model)
  const ruleKeys = listRuleKeys(model, wrong)
  const keys = await createKeyPages(model, listKeyRules(ruleKeys), wrong)
  const rules = await createRulePages(model, ruleKeys)
  const listSections = (id: string): string[] => [
    ...new Set((ruleKeys.get(id) ?? []).map((path) => path.replace(/[.[].*/, ''))),
  ]
  const guides = groupByTask(readGuides()).flatMap(({ pages }) => pages)
  const aboutKeys = `Every key of the router file, as release ${model.release} reads it.`
  return [
    { title: 'Guides', pages: guides, listed: guides },
    {
      title: 'Rules',
      pages: [
        {
          path: 'rules/index',
          title: 'Rules',
          text: `What \`routerfile lint\` finds.\n\n<RuleFilter />\n\n${formatRules(listSections)}`,
          isWide: true,
        },
        ...rules,
      ],
      listed: rules,
    },
    {
      title: 'Keys',
      pages: [
        {
          path: 'keys/index',
          title: 'Keys',
          text: `${aboutKeys}\n\n${formatKeyIndex(model)}\n\n${formatOtherKeys(keys, model)}`,
          isWide: true,
        },
        ...keys,
      ],
      // The sidebar is part of each page: with all keys, it would be a hundred times as large as the text.
      listed: keys.filter(({ title }) => !/[.[]/.test(title)),
    },
  ]
}
