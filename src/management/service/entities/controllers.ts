import type { Filterable } from '../filter/symbols.js'
import { compileSelector, select } from '../filter/select.js'
import { pascalCase } from '../../operation.js'
import type { Answer, Call, Handlers } from '../http/handler.js'
import { readListParameters } from './list.js'

const readNothing = () => undefined

/** Symbols of controllers. There are no controllers to read, so types without a reader here become strings. */
const createSymbols = (symbols: Readonly<Record<string, string>>): Filterable<never> => ({
  ...Object.fromEntries(
    Object.entries(symbols).map(([name, kind]) => [
      name,
      kind === 'boolean' || kind === 'date' || kind === 'map'
        ? { kind, of: readNothing }
        : { kind: 'text' as const, of: readNothing },
    ]),
  ),
  id: { kind: 'text', of: () => '' },
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
 * Operations on the controllers of a cluster: this service is the only controller of its network.
 */
export const controllerOperations: Handlers = {
  listControllers: (call, { contract }) => {
    const symbols = createSymbols(contract.resources['controllers']?.symbols ?? {})
    const selector = compileSelector(readListParameters(call), symbols)
    const { limit, offset, totalCount } = select([], selector)
    return {
      data: [],
      meta: { filterableFields: Object.keys(symbols), pagination: { limit, offset, totalCount } },
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
