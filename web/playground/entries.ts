/** The key of an entry of the browser's history. Older browsers have none, but each entry has a state and an address. */
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

/** The state of a new entry of the browser's history, by which older browsers tell it from others. */
export const createEntry = (): object => ({ entry: Date.now() })
