import { pascalCase } from '../../names.js'
import type { Filterable } from '../filter/index.js'
import { compile, select } from '../filter/index.js'
import type { Answer, Call, Handlers } from '../handler.js'
import { parametersOfCall, refusalOf } from '../page.js'

const nothing = () => undefined

/** The symbols of controllers; those of other kinds than text have no value either. */
const symbolsOf = (symbols: Readonly<Record<string, string>>): Filterable<never> => ({
  ...Object.fromEntries(
    Object.entries(symbols).map(([name, kind]) => [
      name,
      kind === 'boolean' || kind === 'date' || kind === 'map'
        ? { kind, of: nothing }
        : { kind: 'text' as const, of: nothing },
    ]),
  ),
  id: { kind: 'text', of: () => '' },
})

/** What controllers say where an operation is in the contract only. */
const notYet = ({ operation }: Call): Answer => ({
  status: 501,
  body: {
    type: 'application/json',
    content: JSON.stringify(
      `operation settings.${pascalCase(operation.id)} has not yet been implemented`,
    ),
  },
})

/** Other controllers, of which there are none, and their settings. */
export const controllers: Handlers = {
  listControllers: (call, { contract }) => {
    const symbols = symbolsOf(contract.resources['controllers']?.symbols ?? {})
    const compiled = compile(parametersOfCall(call), symbols)
    if (!compiled.ok) throw refusalOf(compiled.fault)
    const { limit, offset, totalCount } = select([], compiled.selector)
    return {
      data: [],
      meta: { filterableFields: Object.keys(symbols), pagination: { limit, offset, totalCount } },
    }
  },
  listControllerSettings: notYet,
  createControllerSetting: notYet,
  detailControllerSetting: notYet,
  detailControllerSettingEffective: notYet,
  updateControllerSetting: notYet,
  patchControllerSetting: notYet,
  deleteControllerSetting: notYet,
}
