import { createOpenApi } from '../../src/management/openapi.js'
import type { Contract, Resource } from '../../src/management/operation.js'
import { camelCase } from '../../src/management/operation.js'
import { expandOperations } from './management/expand.js'
import {
  createClientTypes,
  createInputTypes,
  createOperationTable,
  createTablesByResource,
} from './management/client.js'
import { readManagement } from './management/resource.js'
import { createShapes } from './management/shapes.js'
import { createShapeTypes } from './management/types.js'

/** Generates everything that depends on `schemas/management`, by path; data is returned as a value. */
export async function deriveManagement(
  folder: string,
  { banner, version }: { banner: string; version: string },
): Promise<{ texts: Map<string, string>; contract: unknown }> {
  const management = readManagement(folder)
  const operations = expandOperations(management)
  const shapes = createShapes(management)
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
    release: management.definitions.release,
    version,
  }
  const document = createOpenApi(contract, operations, {
    title: 'Edge management API',
    path: '/edge/management/v1',
  })
  return {
    texts: new Map([
      ['src/generated/management/inputs.ts', createInputTypes(operations, banner)],
      ['src/generated/management/operations.ts', createOperationTable(operations, banner)],
      ['src/generated/management/tables.ts', createTablesByResource(operations, banner)],
      ['src/generated/management/resources.ts', createClientTypes(management, operations, banner)],
      [
        'src/generated/management/shapes.ts',
        await createShapeTypes(shapes, management.descriptions, banner),
      ],
      ['src/generated/management/openapi.json', `${JSON.stringify(document, undefined, 1)}\n`],
    ]),
    contract,
  }
}
