import { dirname } from 'node:path'
import { summarize } from '../lint/fleet/summary.js'
import type { Host, Time } from '../lint/host.js'
import { untimed } from '../lint/host.js'
import { judged, look } from '../load.js'
import type { Check } from '../world/host.js'
import { machine } from '../world/host.js'
import type { FileOptions } from './file-options.js'
import type { Fixer } from './fixing.js'
import type { Input } from './inputs.js'
import { open } from './inputs.js'
import type { Seen } from './threshold.js'
import type { Wanted } from './wanted.js'
import type { Outcome } from './work.js'

type Means = {
  /** Whether there are several files, which are compared with each other afterwards. */
  isFleet: boolean
  time?: Time
  fixer?: Fixer | undefined
}

/** What is made of each source, by its options; with a fixer, after it did its work. */
export function judgeOf({ isFleet, time = untimed, fixer }: Means): (source: Wanted) => Outcome {
  const machineOf = machines(time)
  return (source) => {
    const read = time('read', () => open(source))
    if (!read && source.isStandard) fixer?.pass(source.text ?? '')
    if (!read || !('text' in read)) return read
    const { options } = source
    return reportOn(
      fixer ? fixer.fix(read, options) : read,
      machineOf(dirname(read.path), options.checks),
      { options, isFleet },
    )
  }
}

/** A report keeps the text only where something of it may have to be shown. */
function reportOn(
  { path, text }: Input,
  host: Host,
  { options, isFleet }: { options: FileOptions; isFleet: boolean },
): Seen {
  const seen = look(text, options, { host })
  const diagnostics = judged(seen, options)
  const router = isFleet && seen.analysis ? summarize(path, seen.analysis, host) : undefined
  return {
    path,
    text: diagnostics.length > 0 || router ? text : '',
    diagnostics,
    release: options.target,
    ...(router && { router }),
  }
}

/** This machine, as files of one folder see it. What it holds is looked at once as long as files of that folder come one after the other. */
export function machines(time: Time = untimed): (folder: string, checks: readonly Check[]) => Host {
  const now = Date.now()
  let last: { folder: string; checks: readonly Check[]; host: Host } | undefined
  return (folder, checks) => {
    if (last?.folder !== folder || last.checks !== checks)
      last = { folder, checks, host: { ...machine(checks, [process.cwd(), folder], now), time } }
    return last.host
  }
}
