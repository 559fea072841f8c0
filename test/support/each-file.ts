import { describe, test } from 'vitest'
import { removeFoldersAtEnd } from './folders.js'

removeFoldersAtEnd()

/** Marks what is changed already: this module runs before each file, and files share their worker. */
const isChanged = Symbol.for('routerfile: refuses empty tables')

/** A table without rows makes no test, so that nothing would fail where a list has lost its entries. */
for (const suite of [test, describe])
  if (!Object.hasOwn(suite, isChanged))
    Object.assign(suite, {
      [isChanged]: true,
      each: new Proxy(suite.each, {
        apply: (each, self, given: [cases: unknown]) => {
          const [cases] = given
          if (Array.isArray(cases) && cases.length === 0) throw new Error('the table has no rows')
          return Reflect.apply(each, self, given)
        },
      }),
    })
