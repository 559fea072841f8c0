/** A moment in ms since 1970 as messages show it: in the form of Go's `time.Time`, in UTC. */
export function renderTime(moment: number): string {
  const [date = '', clock = ''] = new Date(moment).toISOString().slice(0, -1).split('T')
  return `${date} ${clock.replace(/\.?0+$/, '')} +0000 UTC`
}
