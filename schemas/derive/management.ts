import { openapi } from '../../src/management/openapi.js'
import type { Contract, Resource } from '../../src/management/operation.js'
import { camelCase } from '../../src/management/names.js'
import { operationsOf } from './management/expand.js'
import { clientTypes, inputTypes, operationTable } from './management/client.js'
import { readManagement } from './management/resource.js'
import { shapesOf } from './management/shapes.js'
import { shapeTypes } from './management/types.js'

/** Everything that is made from `schemas/management`, by path; what is only data as a value. */
export async function deriveManagement(
  folder: string,
  { banner, version }: { banner: string; version: string },
): Promise<{ texts: Map<string, string>; contract: unknown }> {
  const management = readManagement(folder)
  const operations = operationsOf(management)
  const shapes = shapesOf(management)
  const resources = [...management.resources].map(
    ([name, { title, description, entity, right, symbols }]): [string, Resource] => [
      camelCase(name),
      {
        collection: name,
        title,
        description,
        ...(entity !== undefined && { entity }),
        ...(right !== undefined && { right }),
        ...(symbols && { symbols: { ...management.definitions.symbols, ...symbols } }),
      },
    ],
  )
  const contract: Contract = {
    operations,
    resources: Object.fromEntries(resources),
    shapes,
    version,
  }
  const document = openapi(contract, operations, {
    title: 'Edge management API',
    path: '/edge/management/v1',
  })
  return {
    texts: new Map([
      ['src/generated/management/inputs.ts', inputTypes(operations, banner)],
      ['src/generated/management/operations.ts', operationTable(operations, banner)],
      ['src/generated/management/resources.ts', clientTypes(management, operations, banner)],
      ['src/generated/management/shapes.ts', await shapeTypes(shapes, banner)],
      ['src/generated/management/openapi.json', `${JSON.stringify(document, undefined, 1)}\n`],
    ]),
    contract,
  }
}
