import type { Range } from 'vscode-languageserver'
import { applyUpgradeFixes } from '../../src/config/upgrade/apply-fixes.js'
import type { UpgradeChange } from '../../src/config/upgrade/change.js'
import { changeHeadings, findRefusal } from '../../src/config/upgrade/change.js'
import { findNextReleaseLine, listPreparations } from '../../src/config/upgrade/preparations.js'
import { compareReleases } from '../../src/config/upgrade/upgrade.js'
import { formatPath, toSpan, toPathKey } from '../../src/document/diagnostic.js'
import { escapeMarkdown } from '../../src/document/markdown.js'
import { createSyntaxRedactor } from '../../src/lint/findings.js'
import { findModel, listTargets } from '../../src/schema/model.js'
import type { NamedRouterFile } from '../command.js'
import { defineCommand, findRouterFiles, formatInput, refuseLongFile } from '../command.js'
import { applyEdits, diffTexts } from '../../src/edit/edits.js'
import type { Edit } from '../../src/document/diagnostic.js'
import type { Session } from '../session.js'
import { createRefusal } from '../feature.js'
import { formatList } from '../../src/document/words.js'
import { findCheckedRelease } from '../status.js'

/**
 * Compares how two releases treat a router file, or the router files in the strings of another file, and returns the
 * text of the file after safe fixes.
 *
 * Parameters: the URI of the file, the new release (default: the newest release of the next line with long-term
 * support, else of the newest later line, else the current release), and the current release (default: the release that
 * the file is checked for). Result: `{ from, to, version, text, preparations, changes, checkedFor, fault? }`; `version`
 * is that of the text in the editor, null if the file was read from the disk; `preparations` are sentences on what to
 * do before the upgrade. A change has `heading`, `title`, `detail` (Markdown), `isApplied`, and `range` if it is about
 * a position in the file; changes that stop the router come first. `checkedFor` has `release`, and `releaseFrom` and
 * `releaseOrigin` as in `routerfile/status`. `fault` is the first syntax error; then `text` and `changes` are about the
 * part of the file that can be read.
 */
export const upgrade = defineCommand({
  name: 'routerfile.upgrade',
  takes: ['uri', 'to?', 'from?'],
  run: ({ parameters, session }) => {
    const files = findRouterFiles(parameters, session)
    const wantedRelease = parameters.optionalText(1, 'a release, such as `2.0`')
    const currentRelease = parameters.optionalText(2, 'a release, such as `1.6`')
    const from = findRelease(currentRelease ?? files[0]?.view.options.target)
    const to = findRelease(wantedRelease ?? findNextReleaseLine(from) ?? from)
    const upgrades = files.map((file) => {
      refuseLongFile(file, 50_000, `upgrade FILE --to ${to}`)
      return upgradeFile(file, { from, to }, session)
    })
    const [wholeFileUpgrade] = files.map(({ embeddedName }, index) =>
      embeddedName === undefined ? upgrades[index] : undefined,
    )
    const document = session.documents.get(parameters.uri())
    const outerText = document?.text() ?? ''
    return {
      from,
      to,
      version: document?.version ?? null,
      text:
        wholeFileUpgrade?.text ??
        applyEdits(
          outerText,
          upgrades.flatMap(({ edits }) => edits),
        ),
      preparations: listPreparations(from, to),
      changes: Object.values(changeHeadings).flatMap((heading) =>
        upgrades.flatMap(({ changes }) => changes.filter((change) => change.heading === heading)),
      ),
      checkedFor: findCheckedRelease(session.routerFiles.optionsFor(parameters.uri())),
      ...findFault(files),
    }
  },
})

/** A change: `detail` is Markdown, and `isApplied` tells whether the returned text contains its fix. */
type ShownChange = {
  heading: string
  title: string
  detail: string
  range?: Range
  isApplied: boolean
}

/**
 * Upgrades one router file with safe fixes. Returns its text and changes and, if it is embedded, the edits of the outer
 * file.
 */
function upgradeFile(
  { uri, view, options, convert, embeddedName, encode }: NamedRouterFile,
  { from, to }: { from: string; to: string },
  { routerFiles }: Session,
): { text: string; edits: readonly Edit[]; changes: ShownChange[] } {
  const { env, platform } = options
  const releases = { from, to, ...(env && { env }), ...(platform && { platform }) }
  // An embedded router file is for another machine, so the files of this machine are not read for it.
  const host = embeddedName === undefined ? routerFiles.hostFor(uri) : undefined
  const { changes } = compareReleases(view.text, releases, { host })
  const refusal = findRefusal(changes)
  if (refusal !== undefined) throw createRefusal(refusal)
  const isFixable = changes.some(({ fix }) => fix && !fix.unsafe)
  const { text, appliedFixes } = isFixable
    ? applyUpgradeFixes(view.text, releases, host)
    : { text: view.text, appliedFixes: new Set() }
  const edits = encode?.(diffTexts(view.text, text))
  const isWritable = encode === undefined || edits !== undefined
  return {
    text,
    edits: edits ?? [],
    changes: changes.map((change) => ({
      heading: changeHeadings[change.severity],
      title: change.message,
      detail: formatDetail(change),
      ...(change.range && { range: convert.range(toSpan(change.range)) }),
      isApplied:
        isWritable && change.fix?.unsafe !== true && appliedFixes.has(toPathKey(change.path)),
    })),
  }
}

/**
 * Finds the first syntax error of router files, with its line in the file that contains them. Ignores settings and
 * suppression comments.
 */
function findFault(files: readonly NamedRouterFile[]): { fault?: string } {
  const [fault] = files.flatMap(({ view: { readResult }, convert }) =>
    readResult.document.problems
      .slice(0, 1)
      .map(
        (problem) =>
          `line ${convert.range(problem).start.line + 1}: ${createSyntaxRedactor(readResult)(problem.message)}`,
      ),
  )
  return fault === undefined ? {} : { fault }
}

/**
 * Finds the release that a target names; without a target, the default release. Throws a refusal if no release has this
 * name.
 */
function findRelease(target: string | undefined): string {
  const release = findModel(target)?.release
  if (release === undefined)
    throw createRefusal(
      `unknown release \`${formatInput(target ?? '')}\`; known release lines are ${listTargets()
        .map(({ line }) => line)
        .join(', ')}`,
    )
  return release
}

/** Formats the details of a change, apart from its message, as paragraphs of Markdown. */
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
