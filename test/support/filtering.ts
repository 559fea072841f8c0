import { list } from '../../src/management/service/filter/index.js'
import { trees, treeSymbols } from './orchard.js'

/** What is to be found: ids, or a fault as `outcome` shows it. */
export type Row = readonly [sentence: string, filter: string, found: string]

export const all = 'A1 B2 a3 b4 c5 d6'

/** The ids that a filter finds, or what is wrong with it and where. */
export function outcome(filter: string, sort = ''): string {
  const found = list(trees, { filter, sort, limit: 100 }, treeSymbols)
  if (found.ok) return found.selection.page.map(({ id }) => id).join(' ')
  const { fault } = found
  return `${fault.code} ${'position' in fault ? fault.position.offset : fault.field}: ${fault.message}`
}

/** The message about a token that does not belong where it is. */
export const unexpected = (symbol: string, at: number, line = 1, column = at): string =>
  `INVALID_FILTER ${at}: Unexpected symbol: "${symbol}" at line: ${line} column: ${column}. line: ${line}, column: ${column}, symbol: ${symbol}`

export const fault = (at: number, message: string): string => `INVALID_FILTER ${at}: ${message}`
