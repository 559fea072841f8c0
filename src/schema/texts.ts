import type { Change, Texts } from './key.js'
import { isInRanges } from './release.js'

const known = new WeakMap<readonly Texts[], Map<string, readonly Texts[]>>()

/** The texts of every key for a release: its descriptions, the changes up to that release, and the later ones. */
export function textsFor(texts: readonly Texts[], release: string): readonly Texts[] {
  const byRelease = known.get(texts) ?? new Map<string, readonly Texts[]>()
  known.set(texts, byRelease)
  const made = byRelease.get(release) ?? texts.map((text) => textFor(text, release))
  byRelease.set(release, made)
  return made
}

function textFor({ earlier = [], changes = [], ...text }: Texts, release: string): Texts {
  const replacement = earlier.find((item) => !isInRanges(release, item.in))
  const here = changes.filter((change) => isInRanges(release, change.in))
  const later = changes.filter((change) => !here.includes(change) && isToCome(change, release))
  return {
    ...text,
    ...(replacement && { description: replacement.description }),
    ...(here.length > 0 && { changes: here }),
    ...(later.length > 0 && { later }),
  }
}

/** Whether a change starts, or starts again, after a release. */
const isToCome = (change: Change, release: string): boolean =>
  change.in.some((range) => {
    const [start = ''] = range.split(' ')
    return start.startsWith('>=') && !isInRanges(release, [start])
  })
