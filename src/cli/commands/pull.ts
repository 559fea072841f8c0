import { findFileNameFault, fillPattern } from '../../generate/names.js'
import { pullRunning } from '../../generate/running.js'
import type { Command, Streams } from '../command.js'
import { readRelease } from '../command.js'
import { UsageError } from '../errors.js'
import type { FlagValues } from '../flags.js'
import { commonFlags, inGroup } from '../flags.js'
import { networkFlags } from '../live/flags.js'
import type { RunningFile } from '../live/network.js'
import { readRunningFiles } from '../live/network.js'
import { formatNote } from '../ui/text.js'
import type { RouterOutcome } from './generate/batch.js'
import { formatOutcome, formatSummary } from './generate/batch.js'
import { compareFile, printFilePatch, writeFile } from './generate/files.js'

export const pull: Command = {
  name: 'pull',
  usage: '-o PATTERN',
  summary: 'write what routers run as config files',
  examples: [
    "routerfile pull -o 'routers/{name}.yml'",
    `routerfile pull --filter 'name = "north"' -o north.yml`,
    "routerfile pull -o 'routers/{name}.yml' --diff",
  ],
  page: 'docs/live.md',
  isAlone: true,
  flags: {
    ...commonFlags,
    ...networkFlags,
    ...inGroup('Output', {
      output: { value: 'PATTERN', short: 'o', help: 'files to write; {name} is the router' },
      'dry-run': { help: 'print what would be written, write nothing' },
      diff: { help: 'print what would change as a patch, write nothing' },
      force: { help: 'overwrite files, after a backup' },
    }),
  },
  run: async (flags, streams) => {
    const pattern = flags.last('output')
    if (pattern === undefined || pattern === '-')
      throw new UsageError("pull needs the files to write, such as -o 'routers/{name}.yml'")
    const { running } = await readRunningFiles(flags, streams, {
      flag: '--target',
      release: () => readRelease(flags),
    })
    if (running.length > 1 && !pattern.includes('{name}'))
      throw new UsageError(
        `-o ${pattern}: ${running.length} routers need a file each; write {name} where their names go`,
      )
    return pullFiles(running, pattern, { flags, streams })
  },
}

function pullFiles(
  running: readonly RunningFile[],
  pattern: string,
  { flags, streams }: { flags: FlagValues; streams: Streams },
): number {
  const taken = new Map<string, string>()
  const outcomes = running.map((file) => {
    const outcome = pullFile(file, pattern, { taken, flags, streams })
    if (outcome.state === 'failed') streams.err(formatNote(`${outcome.from}: ${outcome.why ?? ''}`))
    else if (!flags.has('diff')) streams.out(formatOutcome(outcome))
    return outcome
  })
  streams.err(`routerfile: ${formatSummary(outcomes, flags.has('dry-run') || flags.has('diff'))}\n`)
  return outcomes.some(({ state }) => state === 'failed') ? 1 : 0
}

type PullContext = { taken: Map<string, string>; flags: FlagValues; streams: Streams }

/** Writes the file of one router, unless another file is there. */
function pullFile(
  { router: { name, id }, config, release, path: from }: RunningFile,
  pattern: string,
  { taken, flags, streams: { out, err } }: PullContext,
): RouterOutcome {
  const path = fillPattern(pattern, name)
  const about = { from, name, id, path }
  const fault = pattern.includes('{name}') ? findFileNameFault(name) : undefined
  if (fault !== undefined)
    return { ...about, state: 'failed', why: `its name is not a valid file name: ${fault}` }
  const other = taken.get(path.toLowerCase())
  if (other !== undefined)
    return { ...about, state: 'failed', why: `\`${path}\` is also the file of ${other}` }
  taken.set(path.toLowerCase(), from)

  const { text, variables } = pullRunning(config, { target: release })
  const file = { path, text, isSecret: true }
  if (variables.length > 0)
    err(
      formatNote(
        `${path}: secrets are not written; the router needs the ${variables.length === 1 ? 'variable' : 'variables'} ${variables.join(', ')}`,
      ),
    )
  if (flags.has('diff')) printFilePatch({ out, err }, file)
  const before = compareFile(file)
  if (before === 'same') return { ...about, state: 'unchanged' }
  if (before === 'differs' && !flags.has('force')) return { ...about, state: 'skipped' }
  if (!flags.has('dry-run') && !flags.has('diff')) writeFile(file, flags.has('force'))
  return { ...about, state: before === 'absent' ? 'made' : 'replaced' }
}
