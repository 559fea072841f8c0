import type { FilterSymbols } from '../filter/symbols.js'
import { compileSelector } from '../filter/select.js'
import { pascalCase } from '../../operation.js'
import type { Answer, Call, Handlers } from '../call/call.js'
import { createSymbol, readListParameters } from './list.js'

/**
 * The filter symbols of the resource `controllers`. Their values are never read, because the list of controllers is
 * always empty.
 */
const createSymbols = (types: Readonly<Record<string, string>>): FilterSymbols<never> => ({
  ...Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, createSymbol(type, () => undefined)]),
  ),
  id: { kind: 'text', read: () => '' },
})

/** The response of controllers to operations that they do not implement. */
const answerNotImplemented = ({ operation }: Call): Answer => ({
  status: 501,
  body: {
    type: 'application/json',
    content: JSON.stringify(
      `operation settings.${pascalCase(operation.id)} has not yet been implemented`,
    ),
  },
})

/**
 * Operations on controllers and their settings. The list of controllers is empty, because this service is the only
 * controller of its network.
 */
export const controllerOperations: Handlers = {
  listControllers: (call, { contract }) => {
    const symbols = createSymbols(contract.resources['controllers']?.symbols ?? {})
    const { limit, offset } = compileSelector(readListParameters(call), symbols)
    return {
      data: [],
      meta: {
        filterableFields: Object.keys(symbols),
        pagination: { limit, offset, totalCount: 0 },
      },
    }
  },
  listControllerSettings: answerNotImplemented,
  createControllerSetting: answerNotImplemented,
  detailControllerSetting: answerNotImplemented,
  detailControllerSettingEffective: answerNotImplemented,
  updateControllerSetting: answerNotImplemented,
  patchControllerSetting: answerNotImplemented,
  deleteControllerSetting: answerNotImplemented,
}
