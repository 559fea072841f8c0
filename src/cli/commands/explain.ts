import type { RuleDescription, ExplainedExample, ExplainedFile } from '../../lint/explain.js'
import { fixTexts, formatSeverities, listExampleFixes } from '../../lint/explain.js'
import type { ExplainedKey, InnerKey } from '../../lint/explain-word.js'
import {
  explainWord,
  groupKeys,
  listExplainedWords,
  listInnerKeys,
} from '../../lint/explain-word.js'
import type { FoundWord } from '../../lint/search-words.js'
import { searchOrSuggest } from '../../lint/search-words.js'
import type { Description } from '../../schema/describe.js'
import { listFacts, formatHistory } from '../../schema/describe.js'
import type { Model } from '../../schema/model.js'
import { findModel } from '../../schema/model.js'
import { readRelease } from '../release.js'
import { defineCommand } from '../command.js'
import { commonFlags, configurationFlags, createFormatFlag, environmentFlags } from '../flags.js'
import { UsageError } from '../errors.js'
import { wrapHanging, formatTable, wrapText, minWidth } from '../ui/text.js'
import { formatRegistry } from '../../lint/example.js'

/** A statement about a key: its description, a fact, a change, or a change in a later release. */
type Statement = { kind: 'text' | 'fact' | 'history' | 'later'; name: string; text: string }

const listStatements = (key: Description): Statement[] => [
  { kind: 'text', name: '', text: key.text },
  ...listFacts(key).map(({ name, text }): Statement => ({ kind: 'fact', name, text })),
  ...formatHistory(key.changes).map((text): Statement => ({ kind: 'history', name: '', text })),
  ...formatHistory(key.later).map((text): Statement => ({ kind: 'later', name: '', text })),
]

const includesStatement = (
  all: readonly Statement[],
  { kind: part, name, text }: Statement,
): boolean => all.some((other) => other.kind === part && other.name === name && other.text === text)

function formatStatements(statements: readonly Statement[], width: number): string[] {
  const select = (kind: Statement['kind']): Statement[] =>
    statements.filter((statement) => statement.kind === kind)
  const facts = select('fact').map(({ name, text }) => [name, text] as const)
  const formatLines = (heading: string, part: 'history' | 'later'): string[] => {
    const lines = select(part).flatMap(({ text }) => wrapHanging(text, width - 2, '  '))
    return lines.length > 0 ? [heading, ...lines] : []
  }
  return [
    ...select('text').flatMap(({ text }) => (text === '' ? [] : wrapText(text, width - 2))),
    ...(facts.length === 0
      ? []
      : formatTable(facts, width)
          .trimEnd()
          .split('\n')
          .map((line) => line.slice(2))),
    ...formatLines('history:', 'history'),
    ...formatLines('in later releases:', 'later'),
  ].map((line) => `  ${line}`)
}

/** One fact per line: first those that are the same at all places, then those that apply only to some places. */
function explainKeys(keys: readonly ExplainedKey[], name: string, width: number): string[] {
  const all = keys.map(({ key, paths }) => ({ key, paths, statements: listStatements(key) }))
  const count = keys.reduce((sum, { paths }) => sum + paths.length, 0)
  const [first, ...others] = all.map(({ statements }) => statements)
  const commonStatements =
    others.length > 0
      ? (first?.filter((statement) =>
          others.every((other) => includesStatement(other, statement)),
        ) ?? [])
      : []
  const commonLines = formatStatements(commonStatements, width)
  const blocks = all.map(({ key, paths, statements }) => {
    const otherStatements = statements.filter(
      (statement) => !includesStatement(commonStatements, statement),
    )
    return [
      ...paths.map((path) => `${path}${key.deprecated ? ' (deprecated)' : ''}`),
      ...formatStatements(otherStatements, width),
      '',
    ].join('\n')
  })
  return commonLines.length > 0
    ? [[`${name}, at each of its ${count} places`, ...commonLines, ''].join('\n'), ...blocks]
    : blocks
}

/**
 * Formats the keys inside a key as a table. If keys of list entries depend on the binding, shows only the names of
 * these keys, by binding.
 */
function formatInnerKeys(keys: readonly InnerKey[], width: number): string {
  const byBinding = new Map<string, string[]>()
  for (const { name } of keys) {
    const end = name.startsWith('[binding=') ? name.lastIndexOf('].') + 1 : 0
    if (end > 0) {
      const binding = name.slice(0, end)
      byBinding.set(binding, [...(byBinding.get(binding) ?? []), name.slice(end + 1)])
    }
  }
  const rows =
    byBinding.size > 0
      ? [...byBinding].map(([binding, names]) => [binding, names.join(', ')] as const)
      : keys.map(({ name, type, text }) => [name, `${type}: ${text}`] as const)
  return `  keys inside:\n${formatTable(rows, width)}`
}

function formatSearchResults(query: string, found: readonly FoundWord[], width: number): string {
  const rows = found.map(({ name, text }) => [name, text] as const)
  return `No key or rule has the name "${query}". These come closest:\n\n${formatTable(rows, width)}\nExplain one with \`routerfile explain NAME\`.\n`
}

/** The words that completion offers: keys and rules without dots and brackets, sorted. */
function listOfferedWords(): string[] {
  const model = findModel(undefined)
  return model
    ? [...new Set(listExplainedWords(model))].filter((word) => /^[\w-]+$/.test(word)).sort()
    : []
}

/** Whether a word is a file name: no key has such an extension. */
const isFileName = (word: string): boolean => /\.ya?ml$/i.test(word)

export const explain = defineCommand({
  name: 'explain',
  usage: 'KEY|RULE|WORD... [FILE]',
  summary: 'explain a key of the router config file or a rule, or search for one',
  examples: [
    'routerfile explain linkDialWorkerCount',
    'routerfile explain listeners.options.advertise',
    'routerfile explain unknown-key',
    'routerfile explain ctrl.endpoint router.yml',
    'routerfile explain dial timeout',
  ],
  page: 'docs/explain.md',
  flags: {
    ...commonFlags,
    ...environmentFlags,
    ...configurationFlags,
    ...createFormatFlag(['text', 'json']),
  },
  words: listOfferedWords,
  run: async (options, streams) => {
    const { out, width } = streams
    const { format = 'text', target } = options
    const file = options.args.length > 1 ? options.args.findLast(isFileName) : undefined
    const word = options.args.filter((argument) => argument !== file).join(' ')
    if (word === '')
      throw new UsageError(
        'explain takes a key, a rule or words to search for, such as linkDialWorkerCount, link.dialers[].split, unknown-key or "dial timeout"',
      )
    const model = findModel(readRelease({ target }, streams))
    if (!model) return 0
    const explainedWord = explainWord(word, model)
    if (!explainedWord) {
      const foundWords = searchOrRefuse(word, model)
      out(
        format === 'json'
          ? `${JSON.stringify({ keys: [], rules: [], found: foundWords }, undefined, 2)}\n`
          : formatSearchResults(word, foundWords, width),
      )
      return 0
    }
    const { keys, rules: ruleDescriptions } = explainedWord
    // Loaded only now: reading a file needs most of the program, and explaining a word does not.
    const inFileModule =
      file === undefined || keys.length === 0 ? undefined : await import('./explain/in-file.js')
    const values =
      file === undefined
        ? undefined
        : await inFileModule?.findValuesInFile(
            file,
            keys.map(({ path }) => path),
            options,
          )
    const [key, ...others] = keys
    const innerKeys = key && others.length === 0 ? listInnerKeys(key.path, model) : []
    if (format === 'json')
      out(
        `${JSON.stringify({ keys, rules: ruleDescriptions, ...(innerKeys.length > 0 && { inside: innerKeys }), ...(values && { values }) }, undefined, 2)}\n`,
      )
    else
      out(
        [
          ...explainKeys(groupKeys(keys), word, width),
          ...(innerKeys.length > 0 ? [formatInnerKeys(innerKeys, width)] : []),
          ...ruleDescriptions.map((item) => formatRuleExplanation(item, width)),
          ...(inFileModule && values ? [inFileModule.formatValuesInFile(values, width)] : []),
        ].join('\n'),
      )
    return 0
  },
})

/** Finds the keys and rules that match words. If none do, throws a `UsageError`, and suggests a similar name. */
function searchOrRefuse(words: string, model: Model): readonly FoundWord[] {
  const { found, near } = searchOrSuggest(words, model)
  if (found.length === 0)
    throw new UsageError(`unknown key or rule "${words}"${near ? `; did you mean "${near}"?` : ''}`)
  return found
}

function formatExampleFile(
  { name, target, env, text, findings }: ExplainedFile,
  width: number,
): string[] {
  const header = [
    name,
    target && `release ${target}`,
    env &&
      Object.entries(env)
        .map(([variable, value]) => `${variable}=${value}`)
        .join(' '),
  ]
    .filter(Boolean)
    .join(', ')
  const findingLines = findings.flatMap(({ line, severity, message }) =>
    wrapText(`line ${line}, ${severity}: ${message}`, width - 6).map((part, index) =>
      index === 0 ? `    ${part}` : `      ${part}`,
    ),
  )
  return [
    ...(header === '' ? [] : [`    # ${header}`]),
    ...text.split('\n').map((line) => `    ${line}`),
    ...findingLines,
    '',
  ]
}

const formatExample = ({ files, registry }: ExplainedExample, width: number): string[] => [
  ...files.flatMap((item) => formatExampleFile(item, width)),
  ...(registry
    ? [
        ...formatRegistry(registry)
          .split('\n')
          .map((line) => `    ${line}`),
        '',
      ]
    : []),
]

const formatFact = (name: string, text: string, width: number): string[] =>
  wrapText(text, Math.max(minWidth, width - 12)).map(
    (line, index) => `  ${(index === 0 ? name : '').padEnd(10)}${line}`,
  )

export function formatRuleExplanation(rule: RuleDescription, width: number): string {
  const { id, summary, why, fixes = 'none', since, bad, good } = rule
  return [
    id,
    ...wrapText(`${summary} ${why}`, width - 2).map((line) => `  ${line}`),
    ...formatFact('severity', formatSeverities(rule), width),
    ...formatFact('fixable', fixTexts[fixes], width),
    ...listExampleFixes(rule).flatMap((fix) => formatFact('fix', fix, width)),
    `  since     ${since}`,
    ...(bad.length === 0
      ? formatFact('example', 'none: it depends on files of the machine', width)
      : []),
    '',
    ...(bad.length > 0
      ? ['  Wrong:', '', ...bad.flatMap((item) => formatExample(item, width))]
      : []),
    ...(good.length > 0
      ? ['  Right:', '', ...good.flatMap((item) => formatExample(item, width))]
      : []),
  ].join('\n')
}
