import { toRecord } from '../../record.js'

/** A map with a value at a path, whose maps are made. */
export function within(
  map: Readonly<Record<string, unknown>>,
  [step = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  return { ...map, [step]: rest.length === 0 ? value : within(toRecord(map[step]), rest, value) }
}
