import { applyUpgradeFixes } from '../../src/config/upgrade/apply-fixes.js'
import type { UpgradeChange } from '../../src/config/upgrade/change.js'
import { findRefusal } from '../../src/config/upgrade/change.js'
import { compareReleases } from '../../src/config/upgrade/upgrade.js'
import { formatPath, toSpan, toPathKey } from '../../src/document/diagnostic.js'
import { escapeMarkdown } from '../../src/language/explanations.js'
import { findModel, targets } from '../../src/schema/model.js'
import { defineCommand, findRouterFile, formatInput, refuseLongFile } from '../command.js'
import { createRefusal } from '../feature.js'
import { formatList } from '../../src/document/words.js'

/**
 * What another release does differently with a router file, and the file with the safe fixes for that.
 *
 * Parameters: the address of the file, the release (default: the newest release line), and the release that runs it now
 * (default: the one that it is checked for). Result: `{ from, to, text,
 * changes }`; a change has `title`, `detail` (Markdown), `isApplied`, and `range` if it is about a place in the file.
 */
export const upgrade = defineCommand({
  name: 'routerfile.upgrade',
  takes: ['uri', 'to?', 'from?'],
  run: ({ parameters, session }) => {
    const file = findRouterFile(parameters, session)
    const { uri, view, options, convert } = file
    const to = findRelease(parameters.optionalText(1, 'a release, such as `2.0`'))
    refuseLongFile(file, 50_000, `upgrade FILE --to ${to}`)
    const now = parameters.optionalText(2, 'a release, such as `1.6`')
    const from = now === undefined ? String(view.options.target) : findRelease(now)
    const { env, platform } = options
    const releases = { from, to, ...(env && { env }), ...(platform && { platform }) }
    const host = session.documentCache.hostFor(uri)
    const { changes } = compareReleases(view.text, releases, { host })
    const refusal = findRefusal(changes)
    if (refusal !== undefined) throw createRefusal(refusal)
    const isFixable = changes.some(({ fix }) => fix && !fix.unsafe)
    const { text, applied } = isFixable
      ? applyUpgradeFixes(view.text, releases, host)
      : { text: view.text, applied: new Set() }
    return {
      from,
      to,
      text,
      changes: changes.map((change) => ({
        title: change.message,
        detail: formatDetail(change),
        ...(change.range && { range: convert.range(toSpan(change.range)) }),
        isApplied: change.fix?.unsafe !== true && applied.has(toPathKey(change.path)),
      })),
    }
  },
})

/** The newest release of a line, or a release. */
function findRelease(target = targets().at(-1)?.line): string {
  const release = findModel(target)?.release
  if (release === undefined)
    throw createRefusal(
      `unknown release \`${formatInput(target ?? '')}\`; known release lines are ${targets()
        .map(({ line }) => line)
        .join(', ')}`,
    )
  return release
}

/** Details of a change besides its message. */
const formatDetail = ({
  message,
  reason = '',
  advice,
  fix,
  path,
  changedIn,
}: UpgradeChange): string =>
  [
    ...[reason, advice].filter((text) => text !== '' && !message.includes(text)),
    ...(fix ? [`${fix.unsafe ? 'Possible fix' : 'Fix'}: ${fix.title}`] : []),
    [
      ...(path.length > 0 ? [`\`${formatPath(path)}\``] : []),
      ...(changedIn ? [`changed in ${formatList(changedIn)}`] : []),
    ].join(', '),
  ]
    .filter((text) => text !== '')
    .map(escapeMarkdown)
    .join('\n\n')
