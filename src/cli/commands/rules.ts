import { describeRule } from '../../explain.js'
import { catalog } from '../../lint/catalog.js'
import { rulesPage } from '../../lint/rules-page.js'
import { modelOf } from '../../schema/router.js'
import type { Command } from '../command.js'
import { common, oneOf } from '../flags.js'

function table(): string {
  const width = Math.max(...catalog.map(({ id }) => id.length))
  return catalog.map(({ id, severity, optional, summary }) => `${id.padEnd(width)}  ${(optional ? 'off' : severity).padEnd(7)}  ${summary}\n`).join('')
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
    format: { value: 'NAME', short: 'f', help: 'table (default), markdown or json', words: () => formats },
  },
  run: async (given, { out }) => {
    out(printers[oneOf(given.last('format'), formats, 'format') ?? 'table']())
    return 0
  },
}
