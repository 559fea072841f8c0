import { dirname } from 'node:path'
import type { Host, Time } from '../lint/host.js'
import { untimed } from '../lint/host.js'
import type { Options } from '../load.js'
import { judged, look } from '../load.js'
import type { Check } from '../world/host.js'
import { machine } from '../world/host.js'
import { releaseOf } from './command.js'
import { environmentOf } from './environment.js'
import type { Fixer } from './fixing.js'
import type { Given } from './flags.js'
import { oneOf } from './flags.js'
import type { Report } from './formats/format.js'
import type { Input, Source } from './inputs.js'
import { open } from './inputs.js'
import type { Outcome } from './outcomes.js'

export const checkWords = ['files', 'certificates', 'none'] as const

/** The parts of the machine that --check names. */
export function checksOf(given: Given): readonly Check[] {
  const words = given.values('check').flatMap((value) => value.split(','))
  if (words.length === 0) return ['files', 'certificates']
  const checks = words.map((word) => oneOf(word, checkWords, 'check'))
  return checks.filter((check): check is Check => check === 'files' || check === 'certificates')
}

/** What is made of each source, by the flags; with a fixer, after it did its work. */
export function judgeOf(given: Given, { time = untimed, fixer }: { time?: Time; fixer?: Fixer | undefined } = {}): (source: Source) => Outcome {
  const env = environmentOf(given)
  const machineOf = machines(checksOf(given), time)
  const target = releaseOf(given)
  const suppressions = !given.has('no-suppressions')
  return (source) => {
    const read = time('read', () => open(source))
    if (!read || !('text' in read)) return read
    const options = { target, path: read.path, suppressions, ...(env && { env }) }
    return reportOn(fixer ? fixer.fix(read, options) : read, machineOf(dirname(read.path)), options)
  }
}

/** A report keeps the text only where there is something to show of it, so that thousands of them stay small. */
function reportOn({ path, text }: Input, host: Host, options: Options): Report {
  const diagnostics = judged(look(text, options, host), options)
  return { path, text: diagnostics.length > 0 ? text : '', diagnostics }
}

/** This machine, as files of one folder see it. What it holds is looked at once as long as files of that folder come one after the other. */
export function machines(checks: readonly Check[], time: Time = untimed): (folder: string) => Host {
  const now = Date.now()
  let last: { folder: string; host: Host } | undefined
  return (folder) => {
    if (last?.folder !== folder) last = { folder, host: { ...machine(checks, [process.cwd(), folder], now), time } }
    return last.host
  }
}
