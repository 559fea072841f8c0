import { dirname } from 'node:path'
import type { RunningDifference } from '../../../generate/compare-running.js'
import { compareWithRunning } from '../../../generate/compare-running.js'
import { createRecordFinder, summarizeRouter } from '../../../lint/fleet/fleet.js'
import { inspect } from '../../../lint/lint.js'
import type { LiveRouter } from '../../../management/client/index.js'
import type { LintFileOptions } from '../../../project/settings.js'
import type { RouterInput } from '../../../project/inputs.js'
import { openSource } from '../../../project/inputs.js'
import { createHostCache } from '../../../project/lint-files.js'
import type { LintTarget, SelectedFiles } from '../../../project/select-files.js'
import { findMissingInputs } from '../../../project/select-files.js'
import { UsageError } from '../../errors.js'
import type { LiveNetwork, RunningFile } from '../../live/network.js'

/**
 * The result of comparing a file with its router: a result of `compareWithRunning`, a router
 * without a file, a file without a router, or a router that does not report its config.
 */
export type DriftState =
  'effect' | 'broken' | 'no-file' | 'not-running' | 'unanswered' | 'text' | 'same'

export type DriftResult = {
  state: DriftState
  file?: string
  router?: string
  release?: string
  /** Why a router does not tell what it runs. */
  reason?: string
  differences?: readonly RunningDifference[]
}

type OpenFile = RouterInput & { options: LintFileOptions; router: LiveRouter | undefined }

/** Compares the selected files with what the routers of a network run; `isPart` if these are not all routers. */
export function compareNetwork(
  selected: SelectedFiles<LintTarget>,
  { routers, running }: LiveNetwork,
  { isPart }: { isPart: boolean },
): DriftResult[] {
  const files = openFiles(selected, routers)
  const runningById = new Map(running.map((item) => [item.router.id, item]))
  const matched = new Set(files.flatMap(({ router }) => router ?? []))
  const compared = files.flatMap((file): DriftResult[] => {
    const { path, router } = file
    if (!router) return isPart ? [] : [{ state: 'not-running', file: path }]
    const item = runningById.get(router.id)
    return [item ? compareFile(file, item) : { ...describeSilent(router), file: path }]
  })
  const fileless = routers
    .filter((router) => !matched.has(router))
    .map((router): DriftResult => {
      const item = runningById.get(router.id)
      return item
        ? { state: 'no-file', router: router.name, release: item.release }
        : describeSilent(router)
    })
  return [...compared, ...fileless]
}

/** The router files, each with its router, found as `generate --check` finds records. */
function openFiles(
  selected: SelectedFiles<LintTarget>,
  routers: readonly LiveRouter[],
): OpenFile[] {
  const getHost = createHostCache()
  const findRouter = createRecordFinder(routers)
  const opened = selected.sources.map(openSource)
  const { refused } = findMissingInputs(selected, opened)
  if (refused.length > 0) throw new UsageError(refused.map(({ why }) => why).join('\nrouterfile: '))
  return selected.sources.flatMap(({ options }, index): OpenFile[] => {
    const input = opened[index]
    if (!input || !('text' in input)) return []
    const host = getHost(dirname(input.path), options.checks)
    const { analysis } = inspect(input.text, options, { host })
    const found = analysis && findRouter(summarizeRouter(input.path, analysis, { host }))
    return [{ ...input, options, router: found?.certified ?? found?.named }]
  })
}

function compareFile(
  { path, text, options: { env } }: OpenFile,
  { router, config, release }: RunningFile,
): DriftResult {
  const { state, differences } = compareWithRunning(text, config, {
    target: release,
    ...(env && { env }),
  })
  return { state, file: path, router: router.name, release, differences }
}

const describeSilent = ({ name, reason = '' }: LiveRouter): DriftResult => ({
  state: 'unanswered',
  router: name,
  reason,
})
