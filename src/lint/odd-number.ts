import { toPath } from '../document/diagnostic.js'
import { formatName, formatText } from '../schema/messages.js'
import type { NumberOddity, ObservationOf } from '../schema/observation.js'
import type { Reading } from '../schema/read.js'
import type { ObservationReport } from './rule.js'
import { createValueFix } from './value-fixes.js'

/** Which other number a number stands for, and why. */
export const formatOddity = ({ isWrapped, used }: NumberOddity): string =>
  isWrapped ? `does not fit; the router uses ${used}` : `is octal; the router reads ${used}`

/** A number that the router reads as another one. */
export function reportOddNumber(
  observation: ObservationOf<'octal-number' | 'wrapped-number'>,
  { document }: Reading,
): ObservationReport {
  const { place, value, written, used } = observation
  const name = formatName(toPath(place))
  if (observation.kind === 'wrapped-number' && observation.doubt !== undefined)
    return {
      message: `${name} is ${formatText(written)}; ${observation.doubt}; \`${written}\` ${formatOddity(observation)}`,
    }
  return {
    message: `${name} is \`${written}\`, which ${formatOddity(observation)}`,
    fix: () => createValueFix(document, { value, place }, used),
  }
}
