import type { Answer, Call, Handlers } from '../handler.js'
import type { Environment } from '../environment.js'
import { crud } from '../crud.js'
import type { Kind } from '../kinds/kind.js'
import { services } from '../kinds/services.js'
import type { KindName } from '../records.js'

/** The operations that all kinds have, by their names in the contract. */
const named = <Name extends KindName>(kind: Kind<Name>, { one, many, get = `detail${one}`, list = `list${many}` }: { one: string; many: string; get?: string; list?: string }): Table => {
  const operations = crud(kind)
  return { [list]: operations.list, [get]: operations.get, [`create${one}`]: operations.create, [`update${one}`]: operations.replace, [`patch${one}`]: operations.patch, [`delete${one}`]: operations.delete } as Table
}

type Table = Readonly<Record<string, ((call: Call, environment: Environment) => Answer | Promise<Answer>) | undefined>>

const own: Handlers = {}

/** What every operation does. */
export const behaviours: Table = {
  ...named(services, { one: 'Service', many: 'Services' }),
  ...(own as Table),
}
