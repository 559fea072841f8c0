import { toPath } from '../document/diagnostic.js'
import { formatName } from '../schema/messages.js'
import type { NumberOddity, OddNumber } from '../schema/observation.js'
import type { ReadResult } from '../schema/read.js'
import type { ObservationReport } from './rule.js'
import { createValueFix } from './value-fixes.js'

export const formatOddity = ({ isWrapped, usedText }: NumberOddity): string =>
  isWrapped ? `does not fit and wraps to ${usedText}` : `is octal and reads as ${usedText}`

export function reportOddNumber(number: OddNumber, { document }: ReadResult): ObservationReport {
  const { place, value, writtenText, usedText } = number
  return {
    message: `${formatName(toPath(place))} is \`${writtenText}\`, which ${formatOddity(number)}`,
    fix: () => createValueFix(document, { value, place }, usedText),
  }
}
