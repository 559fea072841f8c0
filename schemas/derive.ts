import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commands } from '../src/cli/commands/index.js'
import { catalog } from '../src/lint/catalog.js'
import { rulesPage } from '../src/lint/rules-page.js'
import { compile } from '../src/schema/compile.js'
import { publish } from '../src/schema/publish.js'
import type { Releases } from '../src/schema/target.js'
import { release } from '../src/schema/target.js'
import { answersSchema, answersTypes } from './derive/answers.js'
import { bundle } from './derive/bundle.js'
import { configurationSchema, configurationTypes } from './derive/configuration.js'
import { flatten } from './derive/flatten.js'
import { deriveManagement } from './derive/management.js'
import { manual } from './derive/manual.js'
import { keysPage } from './derive/pages.js'
import { configTypes } from './derive/config-types.js'
import { documentTypes } from './derive/types.js'

const note = 'Made by `npm run derive`; do not edit.'
const banner = `// ${note}`

/** Everything that is made from `schemas/`, by path from the root of the project. */
export async function derive(root: string): Promise<Map<string, string>> {
  const folder = join(root, 'schemas')
  const schema = bundle(folder)
  const { table, texts } = flatten(schema)
  const { lts, releases }: Releases = JSON.parse(
    readFileSync(join(folder, 'releases.json'), 'utf8'),
  )
  const configuration = JSON.parse(readFileSync(join(folder, 'configuration.json'), 'utf8'))
  const answers = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8'))
  const standard = release(undefined, { lts, releases }) ?? ''
  const model = { release: standard, schema: compile(table, standard) }
  // The default target comes first: what people read is about it.
  const models = [standard, ...releases.map(({ release: name }) => name).reverse()].map((name) =>
    compile(table, name),
  )
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const management = await deriveManagement(join(folder, 'management'), { banner, version })
  return new Map([
    ...management.texts,
    [
      'src/generated/management/contract.ts',
      data("import type { Contract } from '../../management/operation.js'", {
        contract: ['Contract', management.contract],
      }),
    ],
    [
      'src/generated/schema.ts',
      data(
        "import type { Table } from '../schema/key.js'\nimport type { Releases } from '../schema/target.js'",
        { table: ['Table', table], releases: ['Releases', { lts, releases }] },
      ),
    ],
    [
      'src/generated/texts.ts',
      data("import type { Texts } from '../schema/key.js'", { texts: ['readonly Texts[]', texts] }),
    ],
    ['src/generated/document.ts', await documentTypes(schema, banner)],
    ['src/generated/config.ts', await configTypes(schema, models, banner)],
    [
      'src/generated/schema.json',
      `${JSON.stringify(publish(model, texts, 'editor'), undefined, 2)}\n`,
    ],
    [
      'src/generated/configuration.json',
      `${JSON.stringify(configurationSchema(configuration, catalog, { lts, releases }), undefined, 2)}\n`,
    ],
    ['src/generated/configuration.ts', await configurationTypes(configuration, banner)],
    [
      'src/generated/answers.json',
      `${JSON.stringify(answersSchema(answers, publish(model, texts, 'editor'), { lts, releases }), undefined, 2)}\n`,
    ],
    ['src/generated/answers.ts', await answersTypes(answers, banner)],
    [
      'src/generated/form.ts',
      data("import type { Schema } from '../configuration/schema.js'", {
        form: ['Schema', answers],
      }),
    ],
    ['schemas/README.md', keysPage(model, texts, note)],
    ['man/routerfile.1', await manual(commands, version, note)],
    ['src/lint/rules/README.md', `<!-- ${note} -->\n\n${rulesPage(catalog)}`],
  ])
}

/** A module of data. A text is read faster than an object literal of this size. */
function data(imports: string, values: Record<string, [type: string, value: unknown]>): string {
  const constants = Object.entries(values).map(
    ([name, [type, value]]) =>
      `export const ${name} = JSON.parse(\n  ${JSON.stringify(JSON.stringify(value))},\n) as ${type}\n`,
  )
  return [banner, imports, '', ...constants].join('\n')
}

/** Writes what `derive` makes. */
export async function write(root: string): Promise<void> {
  for (const [path, text] of await derive(root)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
