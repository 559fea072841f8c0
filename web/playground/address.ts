/**
 * What the address of the page says beside the files: nothing of their texts, and of variables the names alone. Whoever
 * gets the address sees the same findings, if they have the same files.
 */
export type AddressState = {
  release: string
  /** The name of the file in the editor. */
  file: string
  tab: string
  /** Severities by rule id. */
  rules: Readonly<Record<string, string>>
  /** Names of variables. */
  variables: readonly string[]
}

/** What the address says; nothing of it was checked. */
export function readAddress(): Partial<AddressState> {
  const query = new URLSearchParams(location.search)
  const rules = (query.get('rules') ?? '')
    .split(',')
    .map((pair): [string, string] => {
      const [id = '', severity = ''] = pair.split(':', 2)
      return [id, severity]
    })
    .filter(([id, severity]) => /^[\w-]{1,80}$/.test(id) && /^\w{1,10}$/.test(severity))
  const variables = (query.get('variables') ?? '')
    .split(',')
    .filter((name) => /^[A-Za-z_]\w{0,99}$/.test(name))
  const [release, file, tab] = ['release', 'file', 'tab'].map((name) => query.get(name))
  return {
    ...(release && { release: release.slice(0, 30) }),
    ...(file && { file }),
    ...(tab && { tab }),
    ...(rules.length > 0 && { rules: Object.fromEntries(rules) }),
    ...(variables.length > 0 && { variables: variables.slice(0, 100) }),
  }
}

/** Browsers refuse calls that come more often than some dozens in half a minute. */
const writeDelay = 1000

/** What keeps the address up to date, without an entry in the history. */
type AddressWriter = {
  write: () => void
  /** Writes it at once, for a link to be copied. */
  writeNow: () => void
  stop: () => void
}

/** Writes what is open into the address. */
export const createAddressWriter = (getState: () => AddressState): AddressWriter =>
  createQueryWriter(() => {
    const { release, file, tab, rules, variables } = getState()
    return {
      release,
      file: file.slice(0, 200),
      tab,
      rules: Object.entries(rules)
        .map((pair) => pair.join(':'))
        .join(','),
      variables: variables.join(','),
    }
  })

/** Writes values into the query of the address, and leaves out those that are empty. */
export function createQueryWriter(
  getValues: () => Readonly<Record<string, string>>,
): AddressWriter {
  let timer: ReturnType<typeof setTimeout> | undefined
  const writeNow = (): void => {
    clearTimeout(timer)
    const url = new URL(location.href)
    for (const [key, value] of Object.entries(getValues()))
      if (value === '') url.searchParams.delete(key)
      else url.searchParams.set(key, value)
    if (url.href === location.href) return
    try {
      history.replaceState(history.state, '', url)
    } catch {
      // Too many calls; the next change writes it.
    }
  }
  return {
    write: () => {
      clearTimeout(timer)
      timer = setTimeout(writeNow, writeDelay)
    },
    writeNow,
    stop: () => clearTimeout(timer),
  }
}
