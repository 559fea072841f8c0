import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { contract } from '../../../src/generated/management/contract.js'
import * as tables from '../../../src/generated/management/operations.js'
import { createClient } from '../../../src/management/client/index.js'
import { parseOperationRow } from '../../../src/management/client/operation-table.js'

/** The operations of the controllers of release 2.0.3: method, path and id, `-` where it has none. */
const reference = 'fixtures/management/operations.txt'

const document: { paths: Record<string, Record<string, { operationId: string }>> } = JSON.parse(
  readFileSync('src/generated/management/openapi.json', 'utf8'),
)

const rows = Object.entries(tables).flatMap(([resource, lines]) =>
  Object.entries(lines).map(([name, line]) => parseOperationRow(`${resource}.${name}`, line)),
)

describe('the operations', () => {
  test('each have a method of their own in the client and a place in the document', () => {
    expect(contract.operations.length).toBeGreaterThan(200)
    expect(rows).toHaveLength(contract.operations.length)
    expect(new Set(contract.operations.map(({ id }) => id)).size).toBe(rows.length)
    expect(
      Object.values(document.paths)
        .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
        .sort(),
    ).toEqual(contract.operations.map(({ id }) => id).sort())
    const client = createClient({ url: 'https://controller.example.com' })
    const missing = rows.filter(
      ({ operation }) =>
        typeof operation
          .split('.')
          .reduce<unknown>((value, name) => Reflect.get(Object(value), name), client) !==
        'function',
    )
    expect(missing).toEqual([])
  })

  test('of the client are those of the contract', () => {
    const lineOf = ({
      operation,
      method,
      path,
      answer,
      isOpen,
      isIdempotent,
    }: ReturnType<typeof parseOperationRow>): string =>
      `${operation} ${method} ${path} ${answer} ${isOpen} ${isIdempotent}`
    const wanted = contract.operations.map(
      ({ resource, name, method, path, answer, right, idempotent }) =>
        `${resource}.${name} ${method} ${path} ${answer} ${right === 'none'} ${idempotent}`,
    )
    expect(rows.map(lineOf).sort()).toEqual(wanted.sort())
  })

  test('are those that controllers have', () => {
    const known = readFileSync(reference, 'utf8').trimEnd().split('\n')
    const nameless = known.filter((line) => line.endsWith(' -'))
    expect(nameless).toEqual(['DELETE /current-api-session -'])
    const ours = contract.operations.map(({ method, path, id }) =>
      nameless.includes(`${method} ${path} -`) ? `${method} ${path} -` : `${method} ${path} ${id}`,
    )
    expect(ours.sort()).toEqual(known.sort())
  })

  test('make a document that is OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(
      (await new Validator().validate({ ...structuredClone(document), openapi: '3.1.0', info: {} }))
        .valid,
    ).toBe(false)
  })
})
