/** A value of a JSON text with what its reader asks for: numbers as written, every key of an object in order, and the plain value. */
export type JsonNode =
  | { kind: 'null'; value: null }
  | { kind: 'bool'; value: boolean }
  | { kind: 'number'; value: number; text: string }
  | { kind: 'string'; value: string }
  | JsonArray
  | JsonObject

/** A list; `height` is how many lists and objects lie in each other at most, itself included. */
export type JsonArray = { kind: 'array'; value: unknown[]; items: JsonNode[]; height: number }

/** An object; a key that comes twice has two entries, and its last value in `value`. */
export type JsonObject = {
  kind: 'object'
  value: Record<string, unknown>
  entries: (readonly [key: string, node: JsonNode])[]
  height: number
}

/** Why a body cannot be read, in the words of the controller. */
export class ReadError extends Error {}

/** Sets a field, whatever it is called. */
export function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(record, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  else record[key] = value
}

/** Whether a value is an object with fields of its own. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
