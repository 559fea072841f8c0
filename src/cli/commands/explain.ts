import type { RuleDescription, ExplainedExample, ExplainedFile } from '../../lint/explain.js'
import { fixTexts, formatSeverities, listExampleFixes } from '../../lint/explain.js'
import type { ExplainedKey } from '../../lint/explain-word.js'
import { explainWord, groupKeys, listExplainedWords } from '../../lint/explain-word.js'
import { listFacts, formatHistory } from '../../schema/describe.js'
import { findModel } from '../../schema/model.js'
import { findNearest } from '../../schema/suggest.js'
import { defineCommand, readRelease } from '../command.js'
import { commonFlags } from '../flags.js'
import { UsageError } from '../errors.js'
import { wrapHanging, formatTable, wrapText, minWidth } from '../ui/text.js'
import { formatRegistry } from '../../lint/example.js'

/** Describes a key, one fact per line, with all places at which it means the same. */
function explainKey({ key, paths }: ExplainedKey, width: number): string {
  const facts = listFacts(key).map(({ name, text }) => [name, text] as const)
  const history = formatHistory(key.changes).flatMap((change) =>
    wrapHanging(change, width - 2, '  '),
  )
  const later = formatHistory(key.later).flatMap((change) => wrapHanging(change, width - 2, '  '))
  const lines = [
    ...wrapText(key.text, width - 2),
    ...formatTable(facts, width)
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(2)),
    ...history,
    ...(later.length > 0 ? ['in later releases:', ...later] : []),
  ]
  return [
    ...paths.map((path) => `${path}${key.deprecated ? ' (deprecated)' : ''}`),
    ...lines.map((line) => `  ${line}`),
    '',
  ].join('\n')
}

/** The words for completion: names without a path. */
function listOfferedWords(): string[] {
  const model = findModel(undefined)
  return model
    ? [...new Set(listExplainedWords(model))].filter((word) => /^[\w-]+$/.test(word)).sort()
    : []
}

const formats = ['text', 'json'] as const

export const explain = defineCommand({
  name: 'explain',
  usage: 'KEY|RULE',
  summary: 'explain a key of the router config file, or a rule',
  examples: [
    'routerfile explain linkDialWorkerCount',
    'routerfile explain listeners.options.advertise',
    'routerfile explain unknown-key',
  ],
  page: 'docs/explain.md',
  flags: {
    ...commonFlags,
    format: {
      value: 'NAME',
      short: 'f',
      help: 'text (default) or json',
      group: 'Output',
      choices: formats,
    },
  },
  words: listOfferedWords,
  run: async ({ args: [word, ...more], format = 'text', target }, { out, width }) => {
    if (word === undefined || more.length > 0)
      throw new UsageError(
        'explain takes one key or rule, such as linkDialWorkerCount, link.dialers[].split or unknown-key',
      )
    const model = findModel(readRelease({ target }))
    if (!model) return 0
    const explained = explainWord(word, model)
    if (!explained) {
      const near = findNearest(word, listExplainedWords(model))
      throw new UsageError(
        `unknown key or rule "${word}"${near ? `; did you mean "${near}"?` : ''}`,
      )
    }
    const { keys, rules: described } = explained
    if (format === 'json') out(`${JSON.stringify({ keys, rules: described }, undefined, 2)}\n`)
    else
      out(
        [
          ...groupKeys(keys).map((key) => explainKey(key, width)),
          ...described.map((item) => formatRuleExplanation(item, width)),
        ].join('\n'),
      )
    return 0
  },
})

function formatExampleFile(
  { name, target, env, text, findings }: ExplainedFile,
  width: number,
): string[] {
  const about = [
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
    ...(about === '' ? [] : [`    # ${about}`]),
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

/** A fact, possibly on several lines. */
const formatFact = (name: string, text: string, width: number): string[] =>
  wrapText(text, Math.max(minWidth, width - 12)).map(
    (line, index) => `  ${(index === 0 ? name : '').padEnd(10)}${line}`,
  )

/** Describes a rule: what it finds, why that matters, and examples with their messages. */
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
