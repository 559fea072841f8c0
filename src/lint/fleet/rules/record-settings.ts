import { formatValueText } from '../../../schema/messages.js'
import type { RecordRule, RouterRecord, WantedRecord } from '../rule.js'

type Setting = boolean | number | readonly string[] | null | undefined

const formatSetting = (value: Setting): string =>
  typeof value === 'object' && value !== null
    ? `[${[...value].sort().join(', ')}]`
    : String(value ?? 'nothing')

export function listDifferences(
  record: RouterRecord,
  { isTunnelerEnabled, disabled, noTraversal, cost, roleAttributes }: WantedRecord,
): string[] {
  const wanted = { isTunnelerEnabled, disabled, noTraversal, cost, roleAttributes }
  const actual = {
    isTunnelerEnabled: record.isTunnelerEnabled,
    disabled: record.disabled,
    noTraversal: record.noTraversal,
    cost: record.cost,
    roleAttributes: record.roleAttributes ?? [],
  }
  const actualValues = new Map<string, Setting>(Object.entries(actual))
  return Object.entries(wanted).flatMap(([name, value]) => {
    const actualValue = actualValues.get(name)
    return value === undefined ||
      value === null ||
      actualValue === undefined ||
      formatSetting(value) === formatSetting(actualValue)
      ? []
      : [
          `\`${name}\` of ${formatValueText(record.name)} is ${formatValueText(formatSetting(actualValue))} on the controller, but must be ${formatValueText(formatSetting(value))}`,
        ]
  })
}

export const fleetRecordSettings: RecordRule = {
  id: 'fleet-record-settings',
  severity: 'warning',
  summary: 'The record on the controller differs from the list of routers.',
  why: 'The controller stores whether a router is a tunneler, its cost, traversal, role attributes and whether it is disabled. An administrator may have changed them.',
  examples: {
    bad: [
      {
        files: ['v: 3 #! `cost` of `a` is `0` on the controller, but must be `10`'],
        registry: { records: [{ id: 'kX3', name: 'a', cost: 0 }], wanted: { a: { cost: 10 } } },
      },
    ],
    good: [
      {
        files: ['v: 3'],
        registry: {
          records: [{ id: 'kX3', name: 'a', cost: 10, roleAttributes: ['north', 'public'] }],
          wanted: { a: { cost: 10, roleAttributes: ['public', 'north'] } },
        },
      },
    ],
  },
  compareRecords: ({ pairs, wanted = {} }, report) => {
    for (const { router, record } of pairs) {
      if (record)
        for (const message of listDifferences(record, wanted[record.name] ?? {}))
          report({ router, message })
    }
  },
}
