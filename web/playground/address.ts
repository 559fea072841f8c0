/**
 * The page state in the address besides the files. It contains no file contents, and only the names of variables.
 * Somebody with the same files who opens the address sees the same findings, unless they depend on the values of
 * variables.
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

/**
 * Reads the state from the address. Leaves out malformed values, but does not check whether the release, the file, the
 * tab and the rules exist.
 */
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

/**
 * Delay before the address is updated, in milliseconds: browsers refuse more than some dozens of updates in half a
 * minute.
 */
const writeDelay = 1000

/** Keeps the address up to date, without adding history entries. */
type AddressWriter = {
  write: () => void
  /** Updates the address at once, before it is copied. */
  writeNow: () => void
  stop: () => void
}

/** Creates a writer of the page state to the address. */
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

/** Creates a writer of values to the query of the address; leaves out empty values. */
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
      // Too many calls; the next change updates the address.
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
