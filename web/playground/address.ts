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

const keys = ['release', 'file', 'tab', 'rules', 'variables'] as const

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

/** A function that keeps the address up to date, without an entry in the history, and what ends it. */
export function createAddressWriter(getState: () => AddressState): {
  write: () => void
  /** Writes it at once, for a link to be copied. */
  writeNow: () => void
  stop: () => void
} {
  let timer: ReturnType<typeof setTimeout> | undefined
  const writeNow = (): void => {
    clearTimeout(timer)
    const url = new URL(location.href)
    const { release, file, tab, rules, variables } = getState()
    const values = {
      release,
      file: file.slice(0, 200),
      tab,
      rules: Object.entries(rules)
        .map((pair) => pair.join(':'))
        .join(','),
      variables: variables.join(','),
    }
    for (const key of keys)
      if (values[key] === '') url.searchParams.delete(key)
      else url.searchParams.set(key, values[key])
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
