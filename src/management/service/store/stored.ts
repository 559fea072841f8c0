import { crc32 } from 'node:zlib'

/** A stored record: any JSON object with an id. What the store gives is frozen. */
export type Stored = { readonly id: string } & Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Tells whether a value of JSON can be stored: its id must be text that UTF-8 can write, as halves of surrogate pairs cannot. */
const isStored = (value: unknown): value is Stored =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  value['id'] !== '' &&
  !/\p{Surrogate}/u.test(value['id'])

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const part of Object.values(value)) freeze(part)
  Object.freeze(value)
}

/** A number that changes with the kind or the text of a record. */
export const checksumOf = (kind: string, text: string): number => crc32(text, crc32(kind))

/** The record that a text holds, frozen, so that no reader changes what others see; nothing if it is no JSON or holds none. */
export function recordOf(text: string): Stored | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isStored(value)) return undefined
    freeze(value)
    return value
  } catch {
    return undefined
  }
}
