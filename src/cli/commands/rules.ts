import { describeRule } from '../../explain.js'
import { catalog } from '../../lint/catalog.js'
import { rulesPage } from '../../lint/rules-page.js'
import { modelOf } from '../../schema/router.js'
import type { Command, Streams } from '../command.js'
import { common, oneOf } from '../flags.js'
import { narrowest, wrap } from '../width.js'

/** A rule a line, for other programs; on a terminal broken to fit. */
function table({ isTerminal, width }: Streams): string {
  const left = Math.max(...catalog.map(({ id }) => id.length))
  const isNarrow = isTerminal && width - left - 11 < narrowest
  const indent = ' '.repeat(isNarrow ? 4 : left + 11)
  const room = isTerminal ? Math.max(narrowest, width - indent.length) : Infinity
  return catalog
    .map(
      ({ id, severity, optional, summary }) =>
        `${id.padEnd(left)}  ${(optional ? 'off' : severity).padEnd(7)}  ${[...(isNarrow ? [''] : []), ...wrap(summary, room)].join(`\n${indent}`)}\n`,
    )
    .join('')
}

/** Every rule with its examples and what they give, as `explain` has it. */
function document(): string {
  const release = modelOf(undefined)?.release ?? ''
  return `${JSON.stringify({ version: 1, rules: catalog.map((rule) => describeRule(rule, release)) }, undefined, 2)}\n`
}

const printers = { table, markdown: () => rulesPage(catalog), json: document } as const

const formats = ['table', 'markdown', 'json'] as const

export const rules: Command = {
  flags: {
    help: common['help'] ?? { help: '' },
    format: {
      value: 'NAME',
      short: 'f',
      help: 'table (default), markdown or json',
      words: () => formats,
    },
  },
  isAlone: true,
  run: async (given, streams) => {
    streams.out(printers[oneOf(given.last('format'), formats, 'format') ?? 'table'](streams))
    return 0
  },
}
