import { formatText } from '../../../schema/messages.js'
import type { RecordRule, RouterRecord, WantedRecord } from '../rule.js'

type Setting = boolean | number | readonly string[] | null | undefined

const formatSetting = (value: Setting): string =>
  typeof value === 'object' && value !== null
    ? `[${[...value].sort().join(', ')}]`
    : String(value ?? 'nothing')

/** What is wanted of a record and is not so, as sentences. */
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
  const others = new Map<string, Setting>(Object.entries(actual))
  return Object.entries(wanted).flatMap(([name, value]) => {
    const other = others.get(name)
    return value === undefined ||
      value === null ||
      other === undefined ||
      formatSetting(value) === formatSetting(other)
      ? []
      : [
          `\`${name}\` of the record of ${formatText(record.name)} is ${formatText(formatSetting(other))}, and ${formatText(formatSetting(value))} is wanted`,
        ]
  })
}

export const fleetRecordSettings: RecordRule = {
  id: 'fleet-record-settings',
  severity: 'warning',
  summary: 'A record that is not as the list of routers wants it.',
  why: 'Tunneler flag, cost, traversal, whether it is disabled, and role attributes stand in the record of a router, where anybody may have changed them since it was made.',
  examples: {
    bad: [
      {
        files: ['v: 3 #! `cost` of the record of `a` is `0`, and `10` is wanted'],
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
  hold: ({ pairs, wanted = {} }, report) => {
    for (const { router, record } of pairs) {
      if (record)
        for (const message of listDifferences(record, wanted[record.name] ?? {}))
          report({ router, message })
    }
  },
}
