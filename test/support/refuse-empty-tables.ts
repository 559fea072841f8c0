import { describe, test } from 'vitest'

/** A table without rows makes no test, so that nothing would fail where a list has lost its entries. */
for (const suite of [test, describe])
  Object.assign(suite, {
    each: new Proxy(suite.each, {
      apply: (each, self, given: [cases: unknown]) => {
        const [cases] = given
        if (Array.isArray(cases) && cases.length === 0) throw new Error('the table has no rows')
        return Reflect.apply(each, self, given)
      },
    }),
  })
