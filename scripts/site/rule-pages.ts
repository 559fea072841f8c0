import { groupBy } from '../../src/document/group.js'
import { formatCode } from '../../src/document/markdown.js'
import { catalog } from '../../src/lint/catalog.js'
import {
  completeExample,
  formatRegistry,
  getRegistry,
  listExampleFiles,
  removeMarks,
} from '../../src/lint/example.js'
import { describeRule, fixTexts, formatSeverities, lintExample } from '../../src/lint/explain.js'
import type { FleetExample, FleetRule } from '../../src/lint/fleet/rule.js'
import type { Example, Rule } from '../../src/lint/rule.js'
import type { Model } from '../../src/schema/model.js'
import { toKeyPath } from '../../src/schema/site.js'
import { severitySigns } from '../../web/shared/verdict-words.js'
import type { ShownExample } from './examples.js'
import { formatExamples } from './examples.js'
import type { SitePage } from './key-pages.js'
import type { StripCell } from './release-strip.js'
import { formatReleaseStrip } from './release-strip.js'

/** If a rule has more keys, they are listed by section. */
const maxListedKeys = 24

/** Creates a page for each rule, from the same facts as `routerfile explain`, with an example to try. */
export const createRulePages = (
  { release }: Model,
  keys: ReadonlyMap<string, readonly string[]>,
): Promise<SitePage[]> =>
  Promise.all(
    catalog.map(async (rule) => ({
      path: `rules/${rule.id}`,
      title: rule.id,
      text: await formatRule(rule, release, keys.get(rule.id) ?? []),
      isWide: true,
    })),
  )

async function formatRule(
  rule: Rule | FleetRule,
  release: string,
  keys: readonly string[],
): Promise<string> {
  const description = describeRule(rule, release)
  // The strip below shows the severity in the chosen release.
  const inAll = { ...description, severityInRelease: description.severity }
  const severity = `${formatSeverities(inAll)}${rule.optional ? ', off unless asked for' : ''}`
  const fixable = formatFixable(fixTexts[rule.fixes ?? 'none'])
  return [
    `${rule.summary} Severity: ${severity}. Fixable: ${fixable}.`,
    formatReleaseStrip('What it finds in each release', (_, newest) => describeCell(rule, newest)),
    rule.why,
    await formatExamples(toShown(rule, rule.examples.bad[0]), toShown(rule, rule.examples.good[0])),
    ...(keys.length > 0 ? ['## Keys', formatKeys(keys)] : []),
  ]
    .join('\n\n')
    .replaceAll(/\]\((?!http|\/)([\w-]+)\.md/g, '](/guides/$1')
}

/** Formats whether findings can be fixed, with the flag as code. */
export const formatFixable = (text: string): string => text.replaceAll('--unsafe', '`--unsafe`')

/** Describes whether the rule reports its wrong examples in a release, and with which severity. */
function describeCell(rule: Rule | FleetRule, release: string): StripCell {
  for (const example of rule.examples.bad) {
    const severity = lintExample(rule, example, release).findingsByFile.flat()[0]?.severity
    if (severity !== undefined)
      return { look: severity, sign: severitySigns[severity], words: severity }
  }
  return { look: 'none', sign: '–', words: 'not found in the examples of this page' }
}

function toShown(
  rule: Rule | FleetRule,
  example: Example | FleetExample | undefined,
): ShownExample | undefined {
  if (!example) return undefined
  const { exampleFiles, findingsByFile } = lintExample(rule, example)
  const registry = getRegistry(example)
  return {
    parts: [
      ...exampleFiles.map((file, index) => ({
        text: file.text,
        findings: findingsByFile[index] ?? [],
        ...describeFile(file),
      })),
      ...(registry ? [{ text: formatRegistry(registry), findings: [] }] : []),
    ],
    whole: toWholeFiles(example),
  }
}

function describeFile({ name, target, env }: ExampleFile): { about?: string } {
  const about = [
    name,
    target !== undefined && `release ${target}`,
    env &&
      `with ${Object.entries(env)
        .map(([variable, value]) => `${variable}=${value}`)
        .join(' ')}`,
  ].filter(Boolean)
  return about.length > 0 ? { about: about.join(', ') } : {}
}

type ExampleFile = ReturnType<typeof listExampleFiles>[number]

/**
 * Returns the files to open in the playground; undefined if the example needs variables or records, which the
 * playground does not have.
 */
function toWholeFiles(example: Example | FleetExample): ShownExample['whole'] {
  const files = listExampleFiles(example)
  if (getRegistry(example) || files.some(({ env }) => env)) return undefined
  const target = files.find((file) => file.target !== undefined)?.target
  return {
    files: files.map((file) => ({
      name: file.name ?? 'router.yaml',
      text: completeExample({ ...file, text: removeMarks(file.text) }).text,
    })),
    ...(target !== undefined && { release: target }),
  }
}

/** Lists the keys with links; if there are many, lists the sections with the number of their keys. */
function formatKeys(paths: readonly string[]): string {
  if (paths.length <= maxListedKeys)
    return paths.map((path) => `- [${formatCode(path)}](/${toKeyPath(path)})`).join('\n')
  const sections = groupBy(paths, (path) => path.replace(/[.[].*/, ''))
  return [
    `${paths.length} keys, whose pages name this rule:`,
    [...sections]
      .map(([name, inside]) => `- [${formatCode(name)}](/${toKeyPath(name)}): ${inside.length}`)
      .join('\n'),
  ].join('\n\n')
}
