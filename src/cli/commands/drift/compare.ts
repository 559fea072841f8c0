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
import type { ConfiguredSource, SelectedFiles } from '../../../project/select-files.js'
import { findMissingInputs } from '../../../project/select-files.js'
import { UsageError } from '../../errors.js'
import type { LiveNetwork, RunningFile } from '../../live/network.js'

/**
 * The result of comparing a file with its router: a result of `compareWithRunning`, a router
 * without a file (`no-file`), a file without a router (`not-running`), or a router that did not report its config
 * (`unanswered`).
 */
export type DriftState =
  'effect' | 'broken' | 'no-file' | 'not-running' | 'unanswered' | 'text' | 'same'

export type DriftResult = {
  state: DriftState
  file?: string
  router?: string
  release?: string
  /** Why the router did not report its config; empty if unknown. */
  reason?: string
  differences?: readonly RunningDifference[]
}

type OpenFile = RouterInput & { options: LintFileOptions; router: LiveRouter | undefined }

/** `isPart` means that the network may have other routers, so files without a router are left out. */
export function compareNetwork(
  selectedFiles: SelectedFiles<ConfiguredSource>,
  { routers, runningFiles }: LiveNetwork,
  { isPart }: { isPart: boolean },
): DriftResult[] {
  const files = openFiles(selectedFiles, routers)
  const runningById = new Map(runningFiles.map((item) => [item.router.id, item]))
  const matchedRouters = new Set(files.flatMap(({ router }) => router ?? []))
  const comparedFiles = files.flatMap((file): DriftResult[] => {
    const { path, router } = file
    if (!router) return isPart ? [] : [{ state: 'not-running', file: path }]
    const item = runningById.get(router.id)
    return [item ? compareFile(file, item) : { ...createUnansweredResult(router), file: path }]
  })
  const routersWithoutFile = routers
    .filter((router) => !matchedRouters.has(router))
    .map((router): DriftResult => {
      const item = runningById.get(router.id)
      return item
        ? { state: 'no-file', router: router.name, release: item.release }
        : createUnansweredResult(router)
    })
  return [...comparedFiles, ...routersWithoutFile]
}

/** The router files, each with its router, which is found in the same way as `generate --check` finds a record. */
function openFiles(
  selectedFiles: SelectedFiles<ConfiguredSource>,
  routers: readonly LiveRouter[],
): OpenFile[] {
  const getHost = createHostCache()
  const findRouter = createRecordFinder(routers)
  const inputs = selectedFiles.sources.map(openSource)
  const { refusedFiles } = findMissingInputs(selectedFiles, inputs)
  if (refusedFiles.length > 0)
    throw new UsageError(refusedFiles.map(({ why }) => why).join('\nrouterfile: '))
  return selectedFiles.sources.flatMap(({ options }, index): OpenFile[] => {
    const input = inputs[index]
    if (!input || !('text' in input)) return []
    const host = getHost(dirname(input.path), options.checks)
    const { analysis } = inspect(input.text, options, { host })
    const match = analysis && findRouter(summarizeRouter(input.path, analysis, { host }))
    return [{ ...input, options, router: match?.recordByCertificate ?? match?.recordByName }]
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

const createUnansweredResult = ({ name, reason = '' }: LiveRouter): DriftResult => ({
  state: 'unanswered',
  router: name,
  reason,
})
