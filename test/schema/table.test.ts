import { expect, test } from 'vitest'
import { table } from '../../src/generated/schema.js'
import { compile, findModel } from '../../src/schema/model.js'
import type { SchemaNode } from '../../src/schema/key.js'

/** Every key of a schema, by its index in the table. */
function listKeys(root: SchemaNode): ReadonlyMap<number, SchemaNode> {
  const keys = new Map<number, SchemaNode>()
  const visit = (key: SchemaNode | undefined): void => {
    if (!key || keys.has(key.index)) return
    keys.set(key.index, key)
    visit(key.item)
    for (const name of key.names) visit(key.child(name))
    for (const binding of key.bindings ?? []) visit(key.variant(binding))
  }
  visit(root)
  return keys
}

test('the contents of maps in the table are those that are computed without it', () => {
  const computed = listKeys(compile({ ...table, standard: '' }, table.standard))
  const stored = [...listKeys(compile(table, table.standard)).values()].filter(({ kinds }) =>
    kinds.has('map'),
  )
  expect(stored.length).toBeGreaterThan(50)
  for (const { index, defaultValue } of stored)
    expect(defaultValue()).toEqual(computed.get(index)?.defaultValue())
  expect(table.standard).toBe(findModel(undefined)?.release)
})
