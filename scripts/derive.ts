import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JSONSchema } from 'json-schema-to-typescript'
import { commands } from '../src/generated/commands.js'
import { catalog } from '../src/lint/catalog.js'
import { compile } from '../src/schema/model.js'
import type { SchemaNode, KeyFacts } from '../src/schema/key.js'
import { formatSchemaTable, readTable } from '../src/schema/table.js'
import { toJsonSchema } from '../src/schema/json-schema.js'
import type { Schema } from '../src/schema/data-schema.js'
import { findRelease } from '../src/schema/release.js'
import {
  createAnswersSchema,
  createAnswersTypes,
  createConfigurationSchema,
  createConfigurationTypes,
} from './derive/data-schemas.js'
import { createSchemaBundle, flattenSchema } from './derive/router-schema.js'
import { deriveManagement } from './derive/management.js'
import { deriveIndexes } from './derive/indexes.js'
import { readReleases } from './derive/releases.js'
import { createManual } from './derive/manual.js'
import { createKeysPage, createRuleDocuments } from './derive/pages.js'
import { updateExtensionManifest } from './derive/vscode.js'
import { createPicture } from './derive/picture.js'
import { createConfigTypes } from './derive/config-types.js'
import { createDocumentTypes } from './derive/types.js'
import { banner, note } from './derive/write-files.js'

/** Generates everything that depends on `schemas/`, by path relative to the project root. */
export async function derive(root: string): Promise<Map<string, string>> {
  const folder = join(root, 'schemas')
  const schema = createSchemaBundle(folder)
  const { sources, texts } = flattenSchema(schema)
  const { lts, releases } = readReleases(folder)
  const configuration = readSchema(join(folder, 'configuration.json'))
  const answers = readSchema(join(folder, 'answers.json'))
  const standard = findRelease(undefined, { lts, releases }) ?? ''
  const lines = formatSchemaTable(addContents(sources, standard))
  const table = readTable(standard, lines)
  const model = { release: standard, schema: compile(table, standard) }
  // The default release comes first, because the documentation describes it.
  const models = [standard, ...releases.map(({ release: name }) => name).reverse()].map((name) =>
    compile(table, name),
  )
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const completeConfiguration = createConfigurationSchema(configuration, catalog, { lts, releases })
  const management = await deriveManagement(join(folder, 'management'), { banner, version })
  const indexes: [path: string, text: string][] = []
  for await (const index of deriveIndexes(root)) indexes.push(...index)
  return new Map([
    ...indexes,
    ...management.texts,
    [
      'src/generated/management/contract.ts',
      formatDataModule("import type { Contract } from '../../management/operation.js'", {
        contract: ['Contract', management.contract],
      }),
    ],
    [
      'src/generated/schema.ts',
      `${formatDataModule(
        "import type { Releases } from '../schema/release.js'\nimport { readTable } from '../schema/table.js'",
        { releases: ['Releases', { lts, releases }] },
      )}\nexport const table = readTable(\n  '${standard}',\n  ${JSON.stringify(lines)},\n)\n`,
    ],
    [
      'src/generated/texts.ts',
      formatDataModule("import type { Texts } from '../schema/key.js'", {
        texts: ['readonly Texts[]', texts],
      }),
    ],
    ['src/generated/document.ts', await createDocumentTypes(schema, banner)],
    ['src/generated/config.ts', await createConfigTypes(schema, models, banner)],
    [
      'src/generated/schema.json',
      `${JSON.stringify(toJsonSchema(model, texts, 'editor'), undefined, 2)}\n`,
    ],
    [
      'src/generated/configuration.json',
      `${JSON.stringify(completeConfiguration, undefined, 2)}\n`,
    ],
    ['src/generated/configuration.ts', await createConfigurationTypes(configuration, banner)],
    [
      'src/generated/answers.json',
      `${JSON.stringify(createAnswersSchema(answers, toJsonSchema(model, texts, 'editor'), { lts, releases }), undefined, 2)}\n`,
    ],
    ['src/generated/answers.ts', await createAnswersTypes(answers, banner)],
    [
      'src/generated/answers-schema.ts',
      formatDataModule("import type { Schema } from '../schema/data-schema.js'", {
        answersSchema: ['Schema', answers],
      }),
    ],
    ...updateExtensionManifest(root, { configuration: completeConfiguration, version }),
    ['docs/keys.md', createKeysPage(model, texts, note)],
    ['docs/report.svg', await createPicture(root)],
    ['docs/man/routerfile.1', await createManual(commands, version, note)],
    ...createRuleDocuments(catalog, standard, note),
  ])
}

/**
 * Adds to each map the content that it has in a release before its entries are read, because computing this at startup
 * takes too long.
 */
function addContents(sources: readonly KeyFacts[], release: string): KeyFacts[] {
  const filled = new Map<number, KeyFacts['filled']>()
  const visit = (key: SchemaNode | undefined): void => {
    if (!key || filled.has(key.index)) return
    filled.set(key.index, key.kinds.has('map') ? key.defaultValue() : undefined)
    visit(key.item)
    for (const name of key.names) visit(key.child(name))
    for (const binding of key.bindings ?? []) visit(key.variant(binding))
  }
  visit(compile(readTable('', formatSchemaTable(sources)), release))
  return sources.map((source, index) => {
    const contents = filled.get(index)
    return { ...source, ...(contents && { filled: contents }) }
  })
}

/** Formats a module of data as a JSON string, which V8 parses faster than an object literal of this size. */
function formatDataModule(
  imports: string,
  values: Record<string, [type: string, value: unknown]>,
): string {
  const constants = Object.entries(values).map(
    ([name, [type, value]]) =>
      `export const ${name} = JSON.parse(\n  ${JSON.stringify(JSON.stringify(value))},\n) as ${type}\n`,
  )
  return [banner, imports, '', ...constants].join('\n')
}

/** Reads a schema of the project, in a type that the type generator accepts, too. */
const readSchema = (path: string): Schema & JSONSchema =>
  JSON.parse(readFileSync(path, 'utf8')) as Schema & JSONSchema
