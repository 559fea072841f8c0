import { findRule } from '../../src/lint/catalog.js'
import { applyWorkspaceEdit, defineCommand, formatInput } from '../command.js'
import { createRefusal } from '../feature.js'
import { disableRule as turnOff } from '../configuration-edits.js'

/**
 * Turns a rule off in the configuration of a file.
 *
 * Parameters: the URI of the file, and the id of the rule. Result: null.
 */
export const disableRule = defineCommand({
  name: 'routerfile.switchOffRule',
  takes: ['uri', 'rule'],
  run: async ({ parameters, session }) => {
    const uri = parameters.uri()
    const rule = parameters.text(1, 'the id of a rule')
    if (!findRule(rule)) throw createRefusal(`unknown rule \`${formatInput(rule)}\``)
    const configurationEdit = session.editConfiguration(uri, turnOff(rule))
    if ('why' in configurationEdit) throw createRefusal(configurationEdit.why)
    await applyWorkspaceEdit(session, configurationEdit.edit)
    return null
  },
})
