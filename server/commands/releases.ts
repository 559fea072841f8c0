import { findNextReleaseLine } from '../../src/config/upgrade/preparations.js'
import { isPreRelease } from '../../src/schema/release.js'
import { findModel, listTargets } from '../../src/schema/model.js'
import { defineCommand } from '../command.js'

/**
 * Lists the release lines that a router file can be checked for, newest first.
 *
 * Parameters: optionally, the URI of a file; `isCurrent` marks the release line that it is checked for. Result: `[{
 * name, newest, date, label, next, isCurrent, isLatest, isLts, isPreRelease }]`; `next` is the line to upgrade to, if
 * there is one, and `isLatest` marks the newest line whose newest release is not a pre-release.
 */
export const releases = defineCommand({
  name: 'routerfile.releases',
  takes: ['uri?'],
  run: ({ parameters, session: { routerFiles } }) => {
    const uri = parameters.optionalText(0, 'the address of a file')
    const target = uri === undefined ? undefined : routerFiles.optionsFor(uri).options.target
    const current = findModel(target)?.release ?? findModel(undefined)?.release ?? ''
    const lines = listTargets().reverse()
    const latest = lines.find(({ newest }) => !isPreRelease(newest))
    return lines.map((line) => ({
      name: line.line,
      newest: line.newest,
      date: line.date,
      label: `${line.line} (${line.newest}, ${line.date})`,
      next: findNextReleaseLine(line.newest),
      isCurrent: current.startsWith(`${line.line}.`),
      isLatest: line === latest,
      isLts: line.support === 'long-term',
      isPreRelease: isPreRelease(line.newest),
    }))
  },
})
