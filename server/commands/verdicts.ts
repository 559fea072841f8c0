import type { Diagnostic } from '../../src/document/diagnostic.js'
import { toSpan } from '../../src/document/diagnostic.js'
import { getTraits } from '../../src/lint/catalog.js'
import type { LintRun } from '../../src/lint/lint.js'
import { inspect } from '../../src/lint/lint.js'
import type { Verdict } from '../../src/lint/verdict.js'
import { joinVerdicts, toVerdict } from '../../src/lint/verdict.js'
import { findModel, listTargets } from '../../src/schema/model.js'
import { isPreRelease } from '../../src/schema/release.js'
import { yieldToClient } from '../client.js'
import type { CommandRequest } from '../command.js'
import {
  defineCommand,
  findOpenDocument,
  findRouterFiles,
  getWorkspaceOptions,
  refuseLongFile,
} from '../command.js'
import { loadCode } from '../feature.js'
import type { OpenRouterFile } from '../router-files.js'
import { renderDocument } from '../template-values.js'

/** A router file. `convert` maps its offsets to positions in the open document; absent for a rendered template. */
type JudgedFile = Pick<OpenRouterFile, 'options'> & {
  text: string
  convert?: OpenRouterFile['convert']
}

/**
 * Returns how the router treats a file: in the release that the file is checked for, and in the newest release of each
 * line.
 *
 * Parameters: the URI of the file; if it is an open template, also the text of its values. Result: `{ chosen, lines }`:
 * the verdict for the release that the file is checked for, and the verdicts for the lines, oldest line first. A
 * verdict is `{ line, release, isPreRelease, outcome, count, isIgnored }`. If findings lead to the outcome, it also has
 * the `message` and, except for a rendered template, the `range` of the first finding, and as `recorded` the log
 * message of the router, if one was recorded.
 */
export const verdicts = defineCommand({
  name: 'routerfile.verdicts',
  takes: ['uri', 'values?'],
  run: async (request) => {
    const files = listFiles(request)
    const { target } = files[0]?.options ?? getWorkspaceOptions(request.session)
    const release = findModel(target)?.release ?? findModel(undefined)?.release ?? ''
    const lines: Awaited<ReturnType<typeof judgeRelease>>[] = []
    for (const { line, newest } of listTargets()) {
      lines.push(await judgeRelease(files, line, newest))
      await yieldToClient()
    }
    const line = release.split('.', 2).join('.')
    return { chosen: await judgeRelease(files, line, release), lines }
  },
})

function listFiles({ parameters, session }: CommandRequest): readonly JudgedFile[] {
  if (parameters.has(1)) {
    const document = findOpenDocument(parameters, session)
    const values = parameters.possiblyEmptyText(1, 'the text of the values')
    const { rendered } = renderDocument(document, values, session)
    return [{ text: rendered, options: session.routerFiles.optionsFor(document.uri).options }]
  }
  return findRouterFiles(parameters, session).map((file) => {
    refuseLongFile(file, 50_000, 'lint FILE')
    return { text: file.view.text, options: file.options, convert: file.convert }
  })
}

async function judgeRelease(files: readonly JudgedFile[], line: string, release: string) {
  const sourceByDiagnostic = new Map<Diagnostic, { file: JudgedFile; run: LintRun }>()
  const verdict = files
    .map((file): Verdict => {
      const { env, platform } = file.options
      const run = inspect(file.text, {
        target: release,
        ...(env && { env }),
        ...(platform && { platform }),
      })
      for (const item of run.diagnostics()) sourceByDiagnostic.set(item, { file, run })
      return toVerdict(run.diagnostics())
    })
    .reduce(joinVerdicts, { outcome: 'runs', findings: [] })
  const { outcome, findings } = verdict
  const [first] = findings
  const source = first && sourceByDiagnostic.get(first)
  const range = first && source?.file.convert?.range(toSpan(first.range))
  const recordedMessage =
    first && source && (outcome === 'refuses' || outcome === 'crashes')
      ? await findOnlyMessage(findings, source.run, line)
      : undefined
  return {
    line,
    release,
    isPreRelease: isPreRelease(release),
    outcome,
    count: findings.length,
    isIgnored:
      findings.length > 0 && findings.every(({ rule }) => getTraits(rule).keyStatus !== undefined),
    ...(first && { message: first.message }),
    ...(range && { range }),
    ...(recordedMessage && { recorded: recordedMessage }),
  }
}

/**
 * Finds the recorded message for the only finding; undefined if none was recorded, or if there are several findings.
 */
async function findOnlyMessage(
  findings: readonly Diagnostic[],
  { analysis }: LintRun,
  line: string,
) {
  const [first, ...others] = findings
  if (!first || !analysis || others.length > 0) return undefined
  const { findRecordedMessage } = await loadCode(import('../../src/lint/recorded-message.js'))
  const [, missing] = /^`([^`]+)` is missing/.exec(first.message) ?? []
  const path = missing === undefined ? first.path : [...first.path, missing]
  return findRecordedMessage(analysis.document, path, line)
}
