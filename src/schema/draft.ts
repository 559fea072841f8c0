import type { RouterConfig } from '../generated/config.js'

/** A configuration of which anything may be missing; what is there is of the right type. */
export type Draft = Partial<{ [Name in keyof RouterConfig]: Part<RouterConfig[Name]> }>

type Part<Type> = Type extends readonly (infer Item)[]
  ? Part<Item>[]
  : Type extends object
    ? { [Name in keyof Type]?: Part<Type[Name]> }
    : Type
