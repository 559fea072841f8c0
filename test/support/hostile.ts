export const many = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index))

const record = <Value>(count: number, name: string, value: (index: number) => Value): object =>
  Object.fromEntries(many(count, (index) => [`${name}${index}`, value(index)]))

/** Nests a value in itself `depth` times. */
const nested = (depth: number, inner: object, outer: (inner: object) => object): object =>
  many(depth, () => outer).reduce((value, wrap) => wrap(value), inner)

const inA = (inner: object): object => ({ a: inner })
export const at = (schema: object): object => ({ type: 'object', properties: { a: schema } })

/**
 * `made` and `checked` are the accepted statuses for creating the schema and for checking the data; 503 if it takes too
 * long.
 */
export type Hostile = {
  name: string
  schema: object
  data?: object
  made: readonly number[]
  checked?: readonly number[]
}

/** Schemas and data that would block a service without protection against them. */
export const hostile: readonly Hostile[] = [
  { name: 'promises', schema: { type: 'object', $async: true }, made: [400] },
  { name: 'promises further in', schema: at({ $async: true, type: 'string' }), made: [400] },
  {
    name: 'a pattern that backtracks',
    schema: at({ type: 'string', pattern: '^(a+)+$' }),
    data: { a: `${'a'.repeat(50_000)}!` },
    made: [201],
    checked: [400],
  },
  {
    name: 'a pattern that no controller takes',
    schema: at({ type: 'string', pattern: '(?=a)' }),
    made: [400],
  },
  {
    name: 'unique objects',
    schema: at({ type: 'array', uniqueItems: true }),
    data: { a: many(20_000, (index) => ({ index, name: 'x' })) },
    made: [201],
    checked: [201],
  },
  {
    name: 'a reference to itself',
    schema: { type: 'object', $ref: '#' },
    data: {},
    made: [201],
    checked: [400],
  },
  {
    name: 'branches that double at each level',
    schema: at({ anyOf: [{ $ref: '#' }, { $ref: '#', minProperties: 1 }] }),
    data: nested(40, { a: 5 }, inA),
    made: [201],
    checked: [503],
  },
  {
    name: 'a dynamic reference',
    schema: { ...at({ $dynamicRef: '#node' }), $dynamicAnchor: 'node' },
    data: nested(900, {}, inA),
    made: [201],
    checked: [201],
  },
  {
    name: 'definitions that refer to each other in circles',
    schema: {
      ...at({ $ref: '#/definitions/d0' }),
      definitions: record(8000, 'd', (index) => ({
        anyOf: [
          { $ref: `#/definitions/d${(index + 1) % 8000}` },
          { $ref: `#/definitions/d${(index * 7) % 8000}` },
        ],
      })),
    },
    made: [400, 503],
  },
  { name: 'depth', schema: nested(450, { type: 'object' }, at), made: [201, 503] },
  {
    name: 'more properties than can be compiled in time',
    schema: { type: 'object', properties: record(35_000, 'p', () => ({ type: 'string' })) },
    // 400 if the stack overflows before the time limit is reached.
    made: [201, 400, 503],
  },
  {
    name: 'many values to compare with many',
    schema: at({ type: 'array', items: { enum: many(20_000, (index) => ({ index })) } }),
    data: { a: many(20_000, () => ({ index: 19_999 })) },
    made: [201],
    checked: [503],
  },
  {
    name: 'counted repetitions in each other',
    schema: at({ type: 'string', pattern: '((a{0,30}){0,30}b?){0,1}c' }),
    data: { a: 'ab'.repeat(300_000) },
    made: [201],
    checked: [400, 503],
  },
]
