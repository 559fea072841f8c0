import { applyEdit, defineCommand } from '../command.js'
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
  run: async ({ parameters: { all }, session }) => {
    const [uri, rule] = all
    const edit =
      typeof uri === 'string' && typeof rule === 'string'
        ? session.disableRule(uri, rule)
        : undefined
    if (!edit) throw createRefusal('there is no configuration file that can be changed')
    await applyEdit(session, edit)
    return null
  },
})
