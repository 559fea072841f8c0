import { formatValueText } from '../../../schema/messages.js'
import { under } from '../../example.js'
import type { RecordRule } from '../rule.js'

const controllers = ['tls:ctrl1.example.com:6262', 'tls:ctrl2.example.com:6262']

const registry = { records: [{ id: 'kX3', name: 'a' }], controllers }

export const fleetRecordControllers: RecordRule = {
  id: 'fleet-record-controllers',
  severity: 'warning',
  summary: 'The management API does not list a controller of the file.',
  why: 'The router starts with the controllers in its file and stores those that it learns of in `endpointsFile`. An address that belongs to no controller leads nowhere, or into another network.',
  examples: {
    bad: [
      {
        files: [
          under('ctrl')`endpoint: tls:ctrl3.example.com:6262 #! \`tls:ctrl1.example.com:6262\``,
        ],
        registry,
      },
    ],
    good: [
      {
        files: [under('ctrl')`endpoint: tls:ctrl2.example.com:6262`],
        registry,
      },
      {
        files: [under('ctrl')`endpoint: tls:ctrl3.example.com:6262`],
        registry: { ...registry, controllers: [] },
      },
    ],
  },
  compareRecords: ({ pairs, controllers: listedAddresses = [] }, report) => {
    if (listedAddresses.length === 0) return
    const listedSet = new Set(listedAddresses.map((address) => address.toLowerCase()))
    for (const { router } of pairs) {
      for (const { address, path } of router.controllers ?? []) {
        if (!listedSet.has(address))
          report({
            router,
            path,
            message: `The management API lists no controller at ${formatValueText(address)}; it lists ${listedAddresses.map((other) => formatValueText(other)).join(', ')}`,
          })
      }
    }
  },
}
