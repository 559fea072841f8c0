/** The options of each factor, by its name. */
export type Factors = Readonly<Record<string, readonly string[]>>

export type Row = Readonly<Record<string, string>>

/**
 * Creates rows that together contain every pair of options of two factors. Each row starts with a pair that is not
 * covered yet; each other factor gets the option that covers the most further pairs.
 */
export function pairwise(factors: Factors): Row[] {
  const names = Object.keys(factors)
  const nameOf = (left: string, a: string, right: string, b: string): string =>
    JSON.stringify(left < right ? [left, a, right, b] : [right, b, left, a])
  const open = new Map<string, Row>()
  names.forEach((left, index) =>
    names.slice(index + 1).forEach((right) => {
      for (const a of factors[left] ?? [])
        for (const b of factors[right] ?? [])
          open.set(nameOf(left, a, right, b), { [left]: a, [right]: b })
    }),
  )
  const rows: Row[] = []
  for (let [first] = open; first; [first] = open) {
    const row: Record<string, string> = { ...first[1] }
    const closes = (name: string, value: string): number =>
      Object.entries(row).filter(([other, taken]) => open.has(nameOf(name, value, other, taken)))
        .length
    for (const name of names.filter((candidate) => !(candidate in row))) {
      row[name] = (factors[name] ?? []).reduce((best, value) =>
        closes(name, value) > closes(name, best) ? value : best,
      )
    }
    for (const left of names)
      for (const right of names)
        if (left !== right) open.delete(nameOf(left, row[left] ?? '', right, row[right] ?? ''))
    rows.push(row)
  }
  return rows
}
