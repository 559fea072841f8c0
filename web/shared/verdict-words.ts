/** The verdict on a file, from the answer of `routerfile.verdicts`. */
export type VerdictFacts = {
  outcome: 'crashes' | 'refuses' | 'fails' | 'differs' | 'runs'
  /** Number of findings that lead to the outcome. */
  count: number
  /** Whether all of these findings are about keys that the router ignores. */
  isIgnored: boolean
}

/** The sign of each outcome, for people who cannot see its color. */
export const verdictSigns = {
  crashes: '✕',
  refuses: '✕',
  fails: '✕',
  differs: '!',
  runs: '✓',
} as const

/** The color of each outcome; a class name of the style sheet. */
export const verdictColors = {
  crashes: 'error',
  refuses: 'error',
  fails: 'error',
  differs: 'warning',
  runs: 'ok',
} as const

/** Describes a verdict as the rest of a sentence whose subject is a release. */
export function describeVerdict({ outcome, count, isIgnored }: VerdictFacts): string {
  if (outcome === 'differs')
    return isIgnored
      ? `starts, ignores ${count === 1 ? '1 key' : `${count} keys`}`
      : `starts, but differs from the file in ${count === 1 ? '1 place' : `${count} places`}`
  return {
    crashes: 'crashes when it starts',
    refuses: 'refuses to start',
    fails: 'starts, and a part of it fails',
    runs: 'starts',
  }[outcome]
}

/** Names of severities, as in the output of the command. */
export const severityNames = { error: 'Error', warning: 'Warning', info: 'Info' } as const

/** The sign of each severity, for people who cannot see its color. */
export const severitySigns = { error: '✕', warning: '!', info: 'i' } as const
