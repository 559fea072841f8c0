import { toPath } from '../document/diagnostic.js'
import { formatName } from '../schema/messages.js'
import type { NumberOddity, OddNumber } from '../schema/observation.js'
import type { ReadResult } from '../schema/read.js'
import type { ObservationReport } from './rule.js'
import { createValueFix } from './value-fixes.js'

/** Says that a number wraps or is octal, and which number the router reads. */
export const formatOddity = ({ isWrapped, usedText }: NumberOddity): string =>
  isWrapped ? `does not fit and wraps to ${usedText}` : `is octal and reads as ${usedText}`

/** Reports a number that the router reads as a different number. */
export function reportOddNumber(number: OddNumber, { document }: ReadResult): ObservationReport {
  const { place, value, writtenText, usedText } = number
  return {
    message: `${formatName(toPath(place))} is \`${writtenText}\`, which ${formatOddity(number)}`,
    fix: () => createValueFix(document, { value, place }, usedText),
  }
}
