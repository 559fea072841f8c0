/** What a router does with a file, as `routerfile.verdicts` answers it. */
export type VerdictFacts = {
  outcome: 'crashes' | 'refuses' | 'fails' | 'differs' | 'runs'
  /** How many findings say so. */
  count: number
  /** Whether all findings are about keys that the router ignores. */
  isIgnored: boolean
}

/** How each outcome looks: a sign beside its color, for those who see no colors. */
export const verdictSigns = {
  crashes: '✕',
  refuses: '✕',
  fails: '✕',
  differs: '!',
  runs: '✓',
} as const

/** The color of each outcome, by its name in the style sheet. */
export const verdictColors = {
  crashes: 'error',
  refuses: 'error',
  fails: 'error',
  differs: 'warning',
  runs: 'ok',
} as const

/** What a router does, as the rest of a sentence that begins with its release. */
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

/** The severity of a finding in words, as the program writes it. */
export const severityNames = { error: 'Error', warning: 'Warning', info: 'Info' } as const

/** How the severity of a finding looks, for those who see no colors. */
export const severitySigns = { error: '✕', warning: '!', info: 'i' } as const
