import { findRule } from '../../src/lint/catalog.js'
import { applyWorkspaceEdit, defineCommand, formatInput } from '../command.js'
import { createRefusal } from '../feature.js'

/**
 * Turns a rule off in the configuration of a file.
 *
 * Parameters: the address of the file, and the id of the rule. Result: null.
 */
export const disableRule = defineCommand({
  name: 'routerfile.switchOffRule',
  takes: ['uri', 'rule'],
  bundle: 'program',
  run: async ({ parameters, session }) => {
    const uri = parameters.text(0, 'the address of a file, such as `file:///sites/router.yml`')
    const rule = parameters.text(1, 'the id of a rule')
    if (!findRule(rule)) throw createRefusal(`unknown rule \`${formatInput(rule)}\``)
    const changed = session.disableRule(uri, rule)
    if ('why' in changed) throw createRefusal(changed.why)
    await applyWorkspaceEdit(session, changed.edit)
    return null
  },
})
