import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { banner } from './write-files.js'

/** A value that a file of a folder exports. */
type Member = { file: string; name: string; value: object }

/** A folder where each file adds members of one kind to a list, and what is generated from it. */
type Index = {
  folder: string
  /** Whether an exported value is a member. */
  has: (value: object) => boolean
  /** Texts of generated files by path from the root of the project. */
  format: (members: readonly Member[]) => Record<string, string>
}

/**
 * The folders to which something is added by adding a file. No other file names what is in them,
 * so that a rule, for instance, is one file.
 */
const indexes: readonly Index[] = [
  {
    folder: 'src/lint/rules',
    has: isRule,
    format: (rules) => ({
      'src/generated/rules.ts': formatList(rules, 'src/generated/rules.ts', {
        list: 'rules',
        type: 'Rule',
        typeFrom: '../lint/rule.js',
        description: 'Every rule about a single file, in the order of their ids.',
      }),
      'src/generated/rule-ids.ts': formatUnion(
        'RuleId',
        rules,
        'Id of a rule about a single file.',
      ),
    }),
  },
  {
    folder: 'src/lint/fleet/rules',
    has: isRule,
    format: (rules) => ({
      'src/generated/fleet-rules.ts': formatList(rules, 'src/generated/fleet-rules.ts', {
        list: 'fleetRules',
        type: 'FleetRule',
        typeFrom: '../lint/fleet/rule.js',
        description: 'Every rule about several files, or about files and records.',
      }),
      'src/generated/fleet-rule-ids.ts': formatUnion(
        'FleetRuleId',
        rules,
        'Id of a rule about several files.',
      ),
    }),
  },
  {
    folder: 'src/management/service/entities',
    has: isEntity,
    format: (entities) => ({
      'src/generated/management/entities.ts': formatList(
        entities,
        'src/generated/management/entities.ts',
        {
          list: 'entities',
          type: 'AnyEntity',
          typeFrom: '../../management/service/entities/crud.js',
          description: 'Every entity of the management service.',
        },
      ),
    }),
  },
  {
    folder: 'src/management/service/entities',
    has: isOperationTable,
    format: (tables) => ({
      'src/generated/management/entity-operations.ts': formatList(
        tables,
        'src/generated/management/entity-operations.ts',
        {
          list: 'entityOperations',
          type: 'Handlers',
          typeFrom: '../../management/service/http/handler.js',
          description: 'The operations of entities besides those that all have.',
        },
      ),
    }),
  },
]

/** The indexes of all folders, by path from the root of the project. */
export async function deriveIndexes(root: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const { folder, has, format } of indexes) {
    const members = await readMembers(root, folder)
    for (const [path, text] of Object.entries(format(members.filter(({ value }) => has(value)))))
      texts.set(path, `${banner}\n${text}`)
  }
  return texts
}

/** What the files of a folder export, in the order of their names. */
async function readMembers(root: string, folder: string): Promise<Member[]> {
  const names = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => basename(name, '.ts'))
    .sort()
  // Below the root, so that packages are found.
  const outdir = resolve(root, '.cache', `indexes-${process.pid}`)
  try {
    await build({
      absWorkingDir: resolve(root),
      entryPoints: names.map((name) => join(folder, `${name}.ts`)),
      outdir,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'error',
    })
    const members: Member[] = []
    for (const name of names) {
      const exported: unknown = await import(pathToFileURL(join(outdir, `${name}.mjs`)).href)
      for (const [key, value] of listExports(exported))
        members.push({ file: `${folder}/${name}.js`, name: key, value })
    }
    return members
  } finally {
    rmSync(outdir, { recursive: true, force: true })
  }
}

/** The exported values of a module that are objects. */
const listExports = (module: unknown): [name: string, value: object][] =>
  Object.keys(module ?? {}).flatMap((name): [string, object][] => {
    const value: unknown = Reflect.get(module ?? {}, name)
    return typeof value === 'object' && value !== null ? [[name, value]] : []
  })

function isRule(value: object): value is { id: string } {
  return 'id' in value && typeof value.id === 'string' && 'summary' in value
}

/** An entity has a name, and a collection or at least its indexes. */
function isEntity(value: object): boolean {
  return 'name' in value && ('collection' in value || 'indexes' in value)
}

/** Operations are functions by their names. */
function isOperationTable(value: object): boolean {
  const members = Object.values(value)
  return members.length > 0 && members.every((member) => typeof member === 'function')
}

type List = { list: string; type: string; typeFrom: string; description: string }

/** A module with the list of all members. */
const formatList = (
  members: readonly Member[],
  path: string,
  { list, type, typeFrom, description }: List,
): string =>
  [
    `import type { ${type} } from '${typeFrom}'`,
    ...members.map(
      ({ file, name }) => `import { ${name} } from '${relative(dirname(path), file)}'`,
    ),
    '',
    `/** ${description} */`,
    `export const ${list}: readonly ${type}[] = [`,
    ...members.map(({ name }) => `  ${name},`),
    ']',
    '',
  ].join('\n')

/** A module with the type of the ids of all members. */
const formatUnion = (type: string, members: readonly Member[], description: string): string =>
  [
    `/** ${description} */`,
    `export type ${type} =`,
    ...members.map(({ value }) => `  | '${isRule(value) ? value.id : ''}'`),
    '',
  ].join('\n')
