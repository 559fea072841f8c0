import type { Change, Texts } from './key.js'
import { isInRanges } from './release.js'

const textsByRelease = new WeakMap<readonly Texts[], Map<string, readonly Texts[]>>()

/** The descriptions, the changes that apply to the release, and the changes in later releases. */
export function selectTexts(texts: readonly Texts[], release: string): readonly Texts[] {
  const byRelease = textsByRelease.get(texts) ?? new Map<string, readonly Texts[]>()
  textsByRelease.set(texts, byRelease)
  const selectedTexts = byRelease.get(release) ?? texts.map((text) => selectText(text, release))
  byRelease.set(release, selectedTexts)
  return selectedTexts
}

function selectText({ earlier = [], changes = [], ...text }: Texts, release: string): Texts {
  const replacement = earlier.find((item) => !isInRanges(release, item.in))
  const currentChanges = changes.filter((change) => isInRanges(release, change.in))
  const later = changes.filter(
    (change) => !currentChanges.includes(change) && startsAfter(change, release),
  )
  return {
    ...text,
    ...(replacement && { description: replacement.description }),
    ...(currentChanges.length > 0 && { changes: currentChanges }),
    ...(later.length > 0 && { later }),
  }
}

/** Whether a change starts, or starts again, in a later release. */
const startsAfter = (change: Change, release: string): boolean =>
  change.in.some((range) => {
    const [start = ''] = range.split(' ')
    return start.startsWith('>=') && !isInRanges(release, [start])
  })
