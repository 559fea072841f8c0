import type { ValidateFunction } from 'ajv/dist/2020.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { contract } from '../../src/generated/management/contract.js'
import type { Operation, Shape } from '../../src/management/operation.js'
import { untold } from './playback.js'

/** Newer values, formats of times and the bounds of what is written are not what this is about. */
function open(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(open)
  if (typeof shape !== 'object' || shape === null) return shape
  const {
    enum: _,
    format: __,
    'x-later': ___,
    'x-keeps': ____,
    minItems: _____,
    ...rest
  } = shape as Shape
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, open(value)]))
}

const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })
ajv.addSchema({ $id: 'management', $defs: open(contract.shapes) })

/** Some recordings keep the names of records alone. */
const isWhole = (record: unknown): boolean =>
  typeof record !== 'object' ||
  record === null ||
  !('name' in record) ||
  Object.keys(record).length > 2

const checks = new Map<Operation, ValidateFunction>()

function checkOf(operation: Operation): ValidateFunction {
  const known =
    checks.get(operation) ??
    ajv.compile(
      JSON.parse(
        JSON.stringify(open(operation.shape)).replaceAll('"#/$defs/', '"management#/$defs/'),
      ),
    )
  checks.set(operation, known)
  return known
}

/** What stands for values that a recording does not tell. */
const isUntold = (value: unknown): boolean =>
  value === untold || (typeof value === 'object' && value !== null && untold in value)

/** Where a value is not what the type of its operation says. */
export function faultsIn(operation: Operation | undefined, value: unknown): string[] {
  if (!operation?.shape) return []
  const check = checkOf(operation)
  const values =
    operation.answer === 'page' || operation.answer === 'items'
      ? (value as unknown[]).filter(isWhole)
      : [value]
  return values.flatMap((one) =>
    check(one)
      ? []
      : (check.errors ?? [])
          .filter(({ data }) => !isUntold(data))
          .map(
            ({ instancePath, message }) =>
              `${operation.resource}.${operation.name}: ${instancePath} ${message}`,
          ),
  )
}
