import type { Path } from '../../document/diagnostic.js'
import { formatPath, toPath } from '../../document/diagnostic.js'
import type { SchemaNode } from '../../schema/key.js'
import { formatExpectedType } from '../../schema/messages.js'
import { generalizePath, getPlacesByName } from '../../schema/places.js'
import { reportRejection } from '../rejection.js'
import { under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const emptyValue = defineObservationRule({
  id: 'empty-value',
  severity: 'error',
  fixes: 'mixed',
  byOutcome: true,
  alternatives: 'values',
  summary: 'A key has no value.',
  why: 'An empty value is not the same as a missing key: for most keys it is a value of the wrong type. It is left over when everything under a key is commented out.',
  examples: {
    bad: [under('metrics')`reportInterval: #! is empty`, 'healthChecks: #! ignores it'],
    good: ['metrics: {}', 'enableDebugOps: false'],
  },
  observes: 'empty-value',
  report: (observation, readResult) => {
    const path = toPath(observation.place)
    const remedy =
      typeof path.at(-1) === 'number'
        ? 'write a value, or remove the entry'
        : isRequired(readResult.schema, path)
          ? 'write a value'
          : 'write a value, or remove the key'
    return reportRejection(observation, readResult, formatExpectedType(observation.key), remedy)
  },
})

/** Whether the router requires the key at a path, at least for one of the bindings that its map may have. */
function isRequired(schema: SchemaNode, path: Path): boolean {
  const place = generalizePath(formatPath(path))
  return Boolean(
    getPlacesByName(schema)
      .get(String(path.at(-1)))
      ?.some((keyPlace) => keyPlace.required && generalizePath(keyPlace.path) === place),
  )
}
