import { basename, dirname } from 'node:path'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { Diagnostic } from '../../../document/diagnostic.js'
import { fleetRules } from '../../../generated/fleet-rules.js'
import { inspect } from '../../../lint/lint.js'
import { getTraits } from '../../../lint/catalog.js'
import type { Verdict } from '../../../lint/verdict.js'
import { joinVerdicts, toVerdict } from '../../../lint/verdict.js'
import { hideSecretsInMesh } from '../../../mesh/hide-secrets.js'
import { limitMesh } from '../../../mesh/limit.js'
import { findNearGroups } from '../../../mesh/near-groups.js'
import { collectMesh, predictLargeMesh } from '../../../mesh/predict.js'
import { createMeshRouter, nameRouters } from '../../../mesh/router.js'
import { listUnlinkedPairs, summarizeMesh } from '../../../mesh/summary.js'
import { toEmbeddedPaths } from '../../../embedded/embedded-file.js'
import { compareFiles } from '../../../project/fleet.js'
import type { RouterInput } from '../../../project/inputs.js'
import { recognizeSource } from '../../../project/inputs.js'
import { loadEmbeddedFinder } from '../../../project/lint-embedded.js'
import { createFileLinter, createHostCache } from '../../../project/lint-files.js'
import type { ConfiguredReport } from '../../../project/reports.js'
import { listReports, selectByLevel } from '../../../project/reports.js'
import type { ConfiguredSource } from '../../../project/select-files.js'
import { findModel, listTargets } from '../../../schema/model.js'
import { fixInput } from '../../fixing.js'
import { toNameInFolder } from './local-files.js'
import type {
  BoardFile,
  BoardFinding,
  BoardLinks,
  BoardVerdict,
  FixedText,
  ReleaseVerdicts,
} from './messages.js'

/** A router file of the folder with the text to check: from the disk, or from an editor. */
type CheckedFile = { source: ConfiguredSource; text: string; version: string }

/** Checks files as `lint` does: each on its own, and all together. */
export async function checkFiles(
  folder: string,
  files: readonly CheckedFile[],
): Promise<BoardFile[]> {
  const lintFile = createFileLinter({
    isFleet: files.length > 1,
    mixesReleases: new Set(files.map(({ source }) => source.options.target)).size > 1,
    wantsFixes: true,
  })
  const reports: ConfiguredReport[] = []
  for (const { source, text } of files) {
    const outcome = await lintFile({ ...source, text })
    const { options } = source
    reports.push(...listReports(outcome).map((report) => ({ ...report, options })))
    await letOthersRun()
  }
  const visibleReports = selectByLevel(files.length > 1 ? compareFiles(reports) : reports)
  return files.map(({ source: { path, options }, version }): BoardFile => {
    const fileReports = visibleReports.filter((report) => report.path === path)
    const note = fileReports.find((report) => report.note)?.note?.text
    return {
      path,
      name: toNameInFolder(folder, path),
      release: options.target,
      version,
      ...toBoardVerdict(fileReports.map(({ diagnostics }) => toVerdict(selectOwn(diagnostics)))),
      findings: fileReports.flatMap((report) =>
        report.diagnostics.map((diagnostic) => toFinding(diagnostic, report.part)),
      ),
      ...(note !== undefined && { note }),
    }
  })
}

/** The findings that do not depend on other files, because only these decide whether the router starts. */
const selectOwn = (diagnostics: readonly Diagnostic[]): Diagnostic[] =>
  diagnostics.filter(({ rule }) => !fleetIds.has(rule))

const fleetIds: ReadonlySet<string> = new Set(fleetRules.map(({ id }) => id))

const toFinding = (
  { rule, severity, message, range, fix }: Diagnostic,
  part: string | undefined,
): BoardFinding => ({
  rule,
  severity,
  message,
  line: range.start.line + 1,
  ...(part !== undefined && { part }),
  ...(fix && { fix: fix.unsafe ? 'unsafe' : 'safe' }),
})

function toBoardVerdict(verdicts: readonly Verdict[]): BoardVerdict {
  const { outcome, findings } = verdicts.reduce(joinVerdicts, { outcome: 'runs', findings: [] })
  return {
    outcome,
    count: findings.length,
    isIgnored:
      findings.length > 0 && findings.every(({ rule }) => getTraits(rule).keyStatus !== undefined),
  }
}

/** The content of a file: a router file, a template of one, or embedded router files. */
type FileContent = {
  input: RouterInput
  parts: readonly { text: string; path: string; displayPath: string }[]
}

async function readContent({ source, text }: CheckedFile): Promise<FileContent | undefined> {
  const recognizedFile = recognizeSource(source, text, { acceptsTemplates: true })
  if (recognizedFile && 'text' in recognizedFile)
    return { input: recognizedFile, parts: [{ text, path: source.path, displayPath: source.path }] }
  const findEmbedded = await loadEmbeddedFinder()
  const parts = findEmbedded(text).map((file) => ({
    text: file.text,
    ...toEmbeddedPaths(source.path, file),
  }))
  return parts.length > 0 ? { input: { path: source.path, text, isOuter: true }, parts } : undefined
}

/** Checks a file for the newest release of each release line; empty for templates and non-router files. */
export async function findReleaseVerdicts(file: CheckedFile): Promise<ReleaseVerdicts> {
  const content = await readContent(file)
  if (!content || content.input.template) return { lines: [] }
  const { env, platform } = file.source.options
  const lines: ReleaseVerdicts['lines'][number][] = []
  for (const { line, newest } of listTargets()) {
    const verdicts = content.parts.map(({ text }) =>
      toVerdict(
        inspect(text, {
          target: newest,
          ...(env && { env }),
          ...(platform && { platform }),
        }).diagnostics(),
      ),
    )
    lines.push({ line, release: newest, ...toBoardVerdict(verdicts) })
    await letOthersRun()
  }
  return { lines }
}

/**
 * The text after applying fixes; unchanged if the file contains no router file, or is too short to be recognized as
 * one.
 */
export async function fixFile(file: CheckedFile, unsafe: boolean): Promise<FixedText> {
  const content = await readContent(file)
  if (!content || content.input.isIncomplete) return { text: file.text, count: 0 }
  const { text, applied } = fixInput(content.input, { ...file.source.options, unsafe })
  return { text, count: applied.length }
}

/** Maximum number of unlinked pairs to show on the page; `mesh` prints all. */
const maxUnlinked = 200

/** Predicts the links between the routers, as `mesh` does. */
export async function findLinks(files: readonly CheckedFile[]): Promise<BoardLinks> {
  const getHost = createHostCache()
  const routers = []
  for (const file of files) {
    const content = await readContent(file)
    if (!content || content.input.template) continue
    const { path, options } = file.source
    const host = getHost(dirname(path), options.checks)
    routers.push(...content.parts.map((part) => ({ ...part, options, host })))
    await letOthersRun()
  }
  const names = nameRouters(routers)
  const mesh = collectMesh(
    limitMesh(
      hideSecretsInMesh(
        predictLargeMesh(
          routers.map(({ text, options, host, displayPath }, index) =>
            createMeshRouter(inspect(text, options, { host }), {
              name: names[index] ?? displayPath,
              file: displayPath,
              host,
            }),
          ),
        ),
        routers.map(({ text, options }) => ({ text, environment: options.env })),
      ),
    ),
  )
  const labels = new Map(
    routers.map(({ displayPath }, index) => {
      const name = names[index] ?? displayPath
      const file = basename(displayPath)
      return [name, file.startsWith(name) ? name : `${name} (${file})`]
    }),
  )
  const label = (name: string): string => labels.get(name) ?? name
  const unlinkedPairs = listUnlinkedPairs(mesh.missing).map(
    ({ between: [one, other], reasons }) => ({
      between: [label(one), label(other)] as const,
      reasons,
    }),
  )
  return {
    sentence: summarizeMesh(mesh, 'There are no router files.'),
    unlinked: unlinkedPairs.slice(0, maxUnlinked),
    unlinkedCount: unlinkedPairs.length,
    nearGroups: findNearGroups(mesh.routers).map((group) => ({
      ...group,
      routers: group.routers.map(label),
    })),
  }
}

/** Reads the files to check; the text in an editor is checked instead of the text on the disk. */
export function readCheckedFiles(
  sources: readonly ConfiguredSource[],
  read: (path: string) => { text: string; version: string } | undefined,
  unsavedTexts: ReadonlyMap<string, string>,
): CheckedFile[] {
  return sources.flatMap((source) => {
    const found = read(source.path)
    return found
      ? [{ source, text: unsavedTexts.get(source.path) ?? found.text, version: found.version }]
      : []
  })
}

export const isRelease = (name: string): boolean => findModel(name) !== undefined
