import { describe, test } from 'vitest'
import { removeFoldersAtEnd } from './folders.js'

removeFoldersAtEnd()

/**
 * Marks `test` and `describe` as already changed: this module runs before each test file, and test files share a
 * worker.
 */
const isChanged = Symbol.for('routerfile: refuses empty tables')

/** Makes `each` throw for an empty table. Without tests, nothing would fail if a list lost its entries. */
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
