import { anyField, type FieldOf, fieldOf } from './field.js'

/** The filterable symbols of a resource, and their kinds. */
export type Symbols = Readonly<Record<string, keyof FieldOf>>

/** The fields that filters of a resource are made of. */
export type Fields<S extends Symbols> = { readonly [Name in keyof S]: FieldOf[S[Name]] }

/** The fields of a resource, made when they are asked for. */
export function fields<const S extends Symbols>(symbols: S): Fields<S>
export function fields(symbols: Symbols): Readonly<Record<string, FieldOf[keyof FieldOf]>> {
  const made = {}
  for (const [name, kind] of Object.entries(symbols))
    Object.defineProperty(made, name, { get: () => fieldOf[kind](name), enumerable: true })
  return made
}

/** The same for a resource whose kinds of fields are only known as types. */
export function anyFields<S extends Symbols>(): Fields<S>
export function anyFields(): object {
  return new Proxy({}, { get: (_, name) => anyField(String(name)) })
}
