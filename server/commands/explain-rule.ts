import { findRule } from '../../src/lint/catalog.js'
import { defineCommand, formatInput } from '../command.js'
import { createRefusal } from '../feature.js'

/**
 * Explains a rule briefly, and opens its page if the editor can do that.
 *
 * Parameters: the id of the rule. Result: Markdown.
 */
export const explainRule = defineCommand({
  name: 'routerfile.explainRule',
  takes: ['rule'],
  run: async ({ parameters, session: { connection, client } }) => {
    const id = parameters.text(0, 'the id of a rule')
    const rule = findRule(id)
    if (!rule) throw createRefusal(`unknown rule \`${formatInput(id)}\``)
    const page = client.findRulePage(rule.id)
    if (page !== undefined && client.showsDocuments)
      await connection.window
        .showDocument({ uri: page, external: !page.startsWith('file:') })
        .catch(() => undefined)
    return [`**${rule.id}**: ${rule.summary}`, rule.why, page && `[${page}](${page})`]
      .filter(Boolean)
      .join('\n\n')
  },
})
