/** A part of a name: `many` for any number of characters, or a test of one character. */
type NamePart = 'many' | ((character: string) => boolean)

/** A part of a path: `many` for any number of directories, or a test of one name. */
type PathPart = 'many' | { startsWithDot: boolean; matches: (name: string) => boolean }

export type WildcardOptions = {
  /** Whether wildcards match names that start with a dot. */
  dot: boolean
  ignoreCase: boolean
}

/**
 * Creates a test for paths with slashes from the segments of a pattern: `**` matches any number of directories, `*` any
 * number of characters in a name, `?` one character, `[a-z]` one of several characters, and a backslash makes the next
 * character literal. The time is at most proportional to the length of the pattern times that of the path, regardless
 * of the number of wildcards.
 */
export function createPathTest(
  segments: readonly string[],
  { dot, ignoreCase }: WildcardOptions,
): (path: string) => boolean {
  // `a/**` matches everything in `a`, but not `a` itself.
  const isFolder = segments.length > 1 && segments.at(-1) === '**'
  const parts = [...segments, ...(isFolder ? ['*'] : [])].map((segment): PathPart =>
    segment === '**'
      ? 'many'
      : { startsWithDot: /^\\?\./.test(segment), matches: createNameTest(segment, ignoreCase) },
  )
  const isHidden = (name: string): boolean =>
    name === '..' || name === '.' || (!dot && name.startsWith('.'))
  return (path) =>
    matchSequence(parts, path.split('/'), {
      matches: ({ startsWithDot, matches }, name) =>
        (startsWithDot || !isHidden(name)) && matches(name),
      canSkip: (name) => !isHidden(name),
    })
}

function createNameTest(pattern: string, ignoreCase: boolean): (name: string) => boolean {
  const normalize = (text: string): string => (ignoreCase ? text.toLowerCase() : text)
  const parts = parseName(normalize(pattern))
  return (name) =>
    matchSequence(parts, [...normalize(name)], {
      matches: (test, character) => test(character),
      canSkip: () => true,
    })
}

function parseName(pattern: string): NamePart[] {
  const parts: NamePart[] = []
  const characters = [...pattern]
  let areSetsClosed = true
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? ''
    const startsSet = character === '[' && areSetsClosed
    const set = startsSet ? parseSet(characters, index) : undefined
    // If the set that begins here is not closed, no later set is closed either.
    if (startsSet && !set) areSetsClosed = false
    if (character === '*') {
      if (parts.at(-1) !== 'many') parts.push('many')
    } else if (character === '?') parts.push(() => true)
    else if (set) {
      parts.push(set.test)
      index = set.end
    } else {
      const isEscape = character === '\\' && index + 1 < characters.length
      if (isEscape) index += 1
      const literal = isEscape ? characters[index] : character
      parts.push((other) => other === literal)
    }
  }
  return parts
}

/** Parses a set such as `[a-z]` or `[!_]`, which ends at `end`; undefined if it is not closed. */
function parseSet(
  characters: readonly string[],
  start: number,
): { test: (character: string) => boolean; end: number } | undefined {
  const isNegated = /^[!^]$/.test(characters[start + 1] ?? '')
  const first = start + (isNegated ? 2 : 1)
  const ranges: [from: string, to: string][] = []
  for (let index = first; index < characters.length; index += 1) {
    if (characters[index] === ']' && index > first)
      return {
        test: (character) =>
          ranges.some(([from, to]) => from <= character && character <= to) !== isNegated,
        end: index,
      }
    if (characters[index] === '\\') index += 1
    const from = characters[index] ?? ''
    const isRange = characters[index + 1] === '-' && /^[^\]]$/.test(characters[index + 2] ?? ']')
    if (isRange) index += 2
    ranges.push([from, characters[index] ?? ''])
  }
  return undefined
}

/**
 * Whether parts match a whole sequence. After a mismatch, only the last `many` takes one more item. That is enough: the
 * fewer items the earlier parts take, the more are left for the later parts.
 */
function matchSequence<Part, Item>(
  parts: readonly ('many' | Part)[],
  items: readonly Item[],
  {
    matches,
    canSkip,
  }: { matches: (part: Part, item: Item) => boolean; canSkip: (item: Item) => boolean },
): boolean {
  let part = 0
  let item = 0
  let run: { part: number; item: number } | undefined
  while (item < items.length) {
    const [current, value] = [parts[part], items[item]]
    if (current === 'many') {
      run = { part, item }
      part += 1
    } else if (current !== undefined && value !== undefined && matches(current, value)) {
      part += 1
      item += 1
    } else if (run) {
      const skippedItem = items[run.item]
      if (skippedItem === undefined || !canSkip(skippedItem)) return false
      run.item += 1
      item = run.item
      part = run.part + 1
    } else return false
  }
  while (parts[part] === 'many') part += 1
  return part === parts.length
}
