import { dirname } from 'node:path'
import type { Host, Time } from '../lint/host.js'
import { untimed } from '../lint/host.js'
import { judged, look } from '../load.js'
import type { Check } from '../world/host.js'
import { machine } from '../world/host.js'
import type { FileOptions } from './configuration.js'
import type { Fixer } from './fixing.js'
import type { Given } from './flags.js'
import type { Input, Source } from './inputs.js'
import { open } from './inputs.js'
import type { Judge } from './outcomes.js'
import type { Judged } from './threshold.js'

type Means = {
  /** How a file is to be looked at. */
  optionsFor: (path: string) => Promise<FileOptions>
  time?: Time
  fixer?: Fixer | undefined
}

/** What is made of each source: looked at as is configured for it; with a fixer, after that did its work. */
export function judgeOf(given: Given, { optionsFor, time = untimed, fixer }: Means): Judge {
  const machineOf = machines(time)
  const suppressions = !given.has('no-suppressions')
  return async (source: Source) => {
    const read = time('read', () => open(source))
    if (!read || !('text' in read)) return read
    const options = { ...(await optionsFor(read.path)), suppressions }
    if (options.isExcluded) return { isExcluded: true }
    return reportOn(fixer ? fixer.fix(read, options) : read, machineOf(dirname(read.path), options.checks), options)
  }
}

/** A report keeps the text only where there is something to show of it, so that thousands of them stay small. */
function reportOn({ path, text }: Input, host: Host, options: FileOptions): Judged {
  const diagnostics = judged(look(text, options, host), options)
  return { path, text: diagnostics.length > 0 ? text : '', diagnostics, release: options.target, options }
}

/** This machine, as files of one folder see it. What it holds is looked at once as long as files of that folder come one after the other. */
export function machines(time: Time = untimed): (folder: string, checks: readonly Check[]) => Host {
  const now = Date.now()
  let last: { folder: string; checks: readonly Check[]; host: Host } | undefined
  return (folder, checks) => {
    if (last?.folder !== folder || last.checks !== checks) last = { folder, checks, host: { ...machine(checks, [process.cwd(), folder], now), time } }
    return last.host
  }
}
