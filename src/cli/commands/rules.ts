import { describeRule } from '../../lint/explain.js'
import { catalog } from '../../lint/catalog.js'
import { formatRules } from '../../lint/rule-page.js'
import { findModel } from '../../schema/model.js'
import type { Streams } from '../command.js'
import { defineCommand } from '../command.js'
import { commonFlags, createFormatFlag } from '../flags.js'
import { minWidth, wrapText } from '../ui/text.js'

/** Words for the fixes of a rule in the table; never empty, so that programs can split lines at spaces. */
const fixWords = { none: '-', safe: 'safe', unsafe: 'unsafe', mixed: 'mixed' } as const

/** One rule per line, for other programs; wrapped on a terminal. */
function formatRuleTable({ isTerminal, width }: Streams): string {
  const idWidth = Math.max(...catalog.map(({ id }) => id.length))
  const isNarrow = isTerminal && width - idWidth - 19 < minWidth
  const indent = ' '.repeat(isNarrow ? 4 : idWidth + 19)
  const summaryWidth = isTerminal ? Math.max(minWidth, width - indent.length) : Infinity
  return catalog
    .map(
      ({ id, severity, optional, fixes, summary }) =>
        `${id.padEnd(idWidth)}  ${(optional ? 'off' : severity).padEnd(7)}  ${fixWords[fixes ?? 'none'].padEnd(6)}  ${[...(isNarrow ? [''] : []), ...wrapText(summary, summaryWidth)].join(`\n${indent}`)}\n`,
    )
    .join('')
}

/** Formats all rules as JSON, with their examples and the findings in these. */
function formatRuleDocument(): string {
  const release = findModel(undefined)?.release ?? ''
  return `${JSON.stringify({ version: 1, rules: catalog.map((rule) => describeRule(rule, release)) }, undefined, 2)}\n`
}

const printers = {
  table: formatRuleTable,
  markdown: () => formatRules(catalog),
  json: formatRuleDocument,
} as const

export const rules = defineCommand({
  name: 'rules',
  usage: '',
  summary: 'list the rules',
  examples: ['routerfile rules', 'routerfile rules --format markdown'],
  page: 'docs/explain.md',
  flags: {
    help: commonFlags.help,
    ...createFormatFlag(['table', 'markdown', 'json']),
  },
  takesOnlyFlags: true,
  run: async ({ format = 'table' }, streams) => {
    streams.out(printers[format](streams))
    return 0
  },
})
