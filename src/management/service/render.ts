/** A value as messages of a controller show it: in the form of Go's `%v`. */
export function render(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(render).join(' ')}]`
  if (typeof value === 'object') return `map[${Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => `${name}:${render(item)}`).join(' ')}]`
  return typeof value === 'number' ? renderNumber(value) : String(value)
}

/** Go writes an exponent from a million on, and below a ten-thousandth; of two digits at least. */
function renderNumber(value: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 6 && Math.abs(value) >= 1e-4) return String(value)
  return value === 0 ? '0' : `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

/** A moment as messages show it: in the form of Go's `time.Time`, in UTC. */
export function renderTime(moment: number): string {
  const [date = '', clock = ''] = new Date(moment).toISOString().slice(0, -1).split('T')
  return `${date} ${clock.replace(/\.?0+$/, '')} +0000 UTC`
}
