import { catalog } from '../../src/lint/catalog.js'
import {
  completeExample,
  getRegistry,
  listExampleFiles,
  removeMarks,
} from '../../src/lint/example.js'
import type { FleetExample, FleetRule } from '../../src/lint/fleet/rule.js'
import { formatCode } from '../../src/language/explanations.js'
import { formatRule } from '../../src/lint/rule-page.js'
import type { Example, Rule } from '../../src/lint/rule.js'
import type { Model } from '../../src/schema/model.js'
import { toKeyPath } from '../../src/schema/site.js'
import { toFragment } from '../../web/playground/share.js'
import type { SitePage } from './key-pages.js'

/** A page for each rule, made from the same facts as `routerfile explain`, with its example to try. */
export const createRulePages = (
  { release }: Model,
  keys: ReadonlyMap<string, readonly string[]>,
): Promise<SitePage[]> =>
  Promise.all(
    catalog.map(async (rule) => ({
      path: `rules/${rule.id}`,
      title: rule.id,
      text: [
        markExamples(
          formatRule(rule, release).replaceAll(/\]\((?!http)([\w-]+)\.md/g, '](/guides/$1'),
        ),
        await formatTrial(rule),
        formatKeys(keys.get(rule.id) ?? []),
      ].join('\n'),
    })),
  )

/** The wrong example and the right one, each with its word, sign and color. */
function markExamples(text: string): string {
  const start = text.indexOf('```yaml')
  if (start < 0) return text
  const [wrong = '', right] = text.slice(start).split('Better:\n')
  const mark = (name: string, title: string, example: string): string =>
    `<div class="example ${name}">\n\n${title}\n\n${example.trim()}\n\n</div>\n`
  return [
    text.slice(0, start),
    mark('wrong', '✕ Wrong', wrong),
    ...(right === undefined ? [] : [mark('right', '✓ Right', right)]),
  ].join('\n')
}

const formatKeys = (paths: readonly string[]): string =>
  paths.length > 0
    ? `\n## Keys\n\n${paths.map((path) => `- [${formatCode(path)}](/${toKeyPath(path)})`).join('\n')}\n`
    : ''

/** Links that open the examples of a rule as whole files in the playground. */
async function formatTrial({ examples: { bad, good } }: Rule | FleetRule): Promise<string> {
  const links = [
    ['the wrong file', bad[0]],
    ['the right one', good[0]],
  ] as const
  const shown = await Promise.all(
    links.map(async ([name, example]) => {
      const fragment = example && (await toExampleFragment(example))
      return fragment === undefined ? [] : [`[${name}](/playground/${fragment})`]
    }),
  )
  const all = shown.flat()
  return all.length > 0 ? `Open ${all.join(' or ')} in the playground.` : ''
}

/** Undefined for an example that needs variables or records, which the playground does not have. */
async function toExampleFragment(example: Example | FleetExample): Promise<string | undefined> {
  const files = listExampleFiles(example)
  if (getRegistry(example) || files.some(({ env }) => env)) return undefined
  const target = files.find((file) => file.target !== undefined)?.target
  return toFragment({
    files: files.map((file) => ({
      name: file.name ?? 'router.yaml',
      text: completeExample({ ...file, text: removeMarks(file.text) }).text,
    })),
    ...(target !== undefined && { release: target }),
  })
}
