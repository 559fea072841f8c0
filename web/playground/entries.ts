/**
 * Returns the key of the current history entry. Older browsers have no keys; there, state and
 * address identify the entry.
 */
export function getEntry(): string {
  const key = readKey()
  if (key !== undefined) return key
  const state: unknown = history.state
  const number =
    typeof state === 'object' && state !== null && 'entry' in state ? String(state.entry) : ''
  return number + location.hash
}

function readKey(): string | undefined {
  const navigation: unknown = 'navigation' in window ? window.navigation : undefined
  if (typeof navigation !== 'object' || navigation === null) return undefined
  const entry: unknown = 'currentEntry' in navigation ? navigation.currentEntry : undefined
  if (typeof entry !== 'object' || entry === null || !('key' in entry)) return undefined
  return String(entry.key)
}

/** Creates the state of a new history entry, which identifies it in older browsers. */
export const createEntry = (): object => ({ entry: Date.now() })
