import { findFileNameFault, fillPattern } from '../../generate/paths.js'
import { pullRunning } from '../../generate/running.js'
import type { Streams } from '../command.js'
import { networkFlags } from '../project-flags.js'
import { readRelease } from '../release.js'
import { defineCommand } from '../command.js'
import { UsageError } from '../errors.js'
import type { Flags, OptionsOf } from '../flags.js'
import { commonFlags, assignGroup } from '../flags.js'
import type { RunningFile } from '../live/network.js'
import { readRunningFiles } from '../live/network.js'
import { formatNote } from '../ui/text.js'
import type { RouterOutcome } from './generate/batch.js'
import { formatOutcome, formatBatchSummary } from './generate/batch.js'
import { compareFile, printFilePatch, writeFile, writeFlags } from './generate/files.js'

const flags = {
  ...commonFlags,
  ...networkFlags,
  ...assignGroup('Output', {
    output: { value: 'PATTERN', short: 'o', help: 'files to write; {name} is the router' },
  }),
  ...writeFlags,
} as const satisfies Flags

type PullOptions = OptionsOf<typeof flags>

export const pull = defineCommand({
  name: 'pull',
  usage: '-o PATTERN',
  summary: 'write what routers run as config files',
  examples: [
    "routerfile pull -o 'routers/{name}.yml'",
    `routerfile pull --filter 'name = "north"' -o north.yml`,
    "routerfile pull -o 'routers/{name}.yml' --diff",
  ],
  page: 'docs/live.md',
  takesOnlyFlags: true,
  flags,
  run: async (options, streams) => {
    const { output: pattern } = options
    if (pattern === undefined || pattern === '-')
      throw new UsageError("pull needs the files to write, such as -o 'routers/{name}.yml'")
    const { runningFiles } = await readRunningFiles(options, streams, {
      flag: '--target',
      findRelease: () => readRelease(options, streams),
    })
    if (runningFiles.length > 1 && !pattern.includes('{name}'))
      throw new UsageError(
        `-o ${pattern}: ${runningFiles.length} routers need a file each; write {name} where their names go`,
      )
    return pullFiles(runningFiles, pattern, { options, streams })
  },
})

function pullFiles(
  runningFiles: readonly RunningFile[],
  pattern: string,
  { options, streams }: { options: PullOptions; streams: Streams },
): number {
  const originByPath = new Map<string, string>()
  const outcomes = runningFiles.map((file) => {
    const outcome = pullFile(file, pattern, { originByPath, options, streams })
    if (outcome.state === 'failed') streams.err(formatNote(`${outcome.from}: ${outcome.why ?? ''}`))
    else if (!options.diff) streams.out(formatOutcome(outcome))
    return outcome
  })
  streams.err(`routerfile: ${formatBatchSummary(outcomes, options.dryRun || options.diff)}\n`)
  return outcomes.some(({ state }) => state === 'failed') ? 1 : 0
}

type PullContext = { originByPath: Map<string, string>; options: PullOptions; streams: Streams }

/**
 * Writes the config file of one router, or prints it as a patch with --diff. Replaces a different file at the same path
 * only with --force.
 */
function pullFile(
  { router: { name, id }, config, release, path: from }: RunningFile,
  pattern: string,
  { originByPath, options: { diff, dryRun, force }, streams: { out, err } }: PullContext,
): RouterOutcome {
  const path = fillPattern(pattern, name)
  const outcome = { from, name, id, path }
  const fault = pattern.includes('{name}') ? findFileNameFault(name) : undefined
  if (fault !== undefined)
    return { ...outcome, state: 'failed', why: `its name is not a valid file name: ${fault}` }
  const otherRouter = originByPath.get(path.toLowerCase())
  if (otherRouter !== undefined)
    return { ...outcome, state: 'failed', why: `\`${path}\` is also the file of ${otherRouter}` }
  originByPath.set(path.toLowerCase(), from)

  const { text, variables } = pullRunning(config, { target: release })
  const file = { path, text, isSecret: true }
  if (variables.length > 0)
    err(
      formatNote(
        `${path}: secrets are not written; the router needs the ${variables.length === 1 ? 'variable' : 'variables'} ${variables.join(', ')}`,
      ),
    )
  if (diff) printFilePatch({ out, err }, file)
  const state = compareFile(file)
  if (state === 'same') return { ...outcome, state: 'unchanged' }
  if (state === 'differs' && !force) return { ...outcome, state: 'skipped' }
  if (!dryRun && !diff) writeFile(file, force)
  return { ...outcome, state: state === 'absent' ? 'made' : 'replaced' }
}
