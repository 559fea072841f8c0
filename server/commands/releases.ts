import type { Line } from '../../src/schema/release.js'
import { findModel, targets } from '../../src/schema/model.js'
import { defineCommand } from '../command.js'

/**
 * The release lines that a router file can be checked for, the newest first.
 *
 * Parameters: the address of a file, if the one that it is checked for is to be marked. Result: `[{ name, label,
 * isCurrent, isLatest, isLts }]`.
 */
export const releases = defineCommand({
  name: 'routerfile.releases',
  takes: ['uri?'],
  run: ({ parameters, session: { documentCache } }) => {
    const uri = parameters.optionalText(0, 'the address of a file')
    const target = uri === undefined ? undefined : documentCache.optionsFor(uri).options.target
    const current = findModel(target)?.release ?? findModel(undefined)?.release ?? ''
    const lines = targets().reverse()
    return lines.map((line, index) => ({
      name: line.line,
      label: formatLabel(line),
      isCurrent: current.startsWith(`${line.line}.`),
      isLatest: index === 0,
      isLts: line.support === 'long-term',
    }))
  },
})

const formatLabel = ({ line, newest, date, support }: Line): string =>
  `${line} (${newest}, ${date}${support === 'long-term' ? ', long-term support' : ''})`
