import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { formatBehaviors, formatTargets, readReleases } from './releases.js'
import { banner } from './write-files.js'

/** A value exported by a file in a folder. */
type Member = { file: string; name: string; value: object }

/** A folder whose files each add members of one kind to a list, and the files generated from them. */
type Index = {
  folder: string
  /** Whether an exported value is a member. */
  has: (value: object) => boolean
  /** Contents of generated files by path relative to the project root. */
  format: (members: readonly Member[]) => Record<string, string>
}

/**
 * Folders that are extended by adding a file. No other file lists their contents, so that a new rule, for example,
 * needs only one file.
 */
const indexes: readonly Index[] = [
  {
    folder: 'src/lint/rules',
    has: isRule,
    format: (rules) => ({
      'src/generated/rules.ts': formatList(rules, 'src/generated/rules.ts', {
        listName: 'rules',
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
        listName: 'fleetRules',
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
    folder: 'server/commands',
    has: isServerCommand,
    format: (commands) => ({
      'server/generated/command-names.ts': formatNames(commands),
      'server/generated/server-commands.ts': formatList(
        commands,
        'server/generated/server-commands.ts',
        {
          listName: 'serverCommands',
          type: 'ServerCommand',
          typeFrom: '../command.js',
          description: 'Every command of the language server, which starts without reading them.',
        },
      ),
    }),
  },
  {
    folder: 'server/features',
    has: (value) => 'method' in value && 'register' in value,
    format: (features) => ({
      'server/generated/features.ts': formatList(features, 'server/generated/features.ts', {
        listName: 'features',
        type: 'Feature',
        typeFrom: '../feature.js',
        description: 'Every request that the language server answers.',
      }),
    }),
  },
  {
    folder: 'src/cli/formats',
    has: isOutputFormat,
    format: (formats) =>
      formatEntries(formats, {
        listName: 'outputFormats',
        listPath: 'src/generated/formats.ts',
        type: 'FormatEntry',
        typeFrom: '../cli/formats/format.js',
        description: 'Every output format, the default first.',
        fields: ['name', 'summary'],
        bundleOf: (format) =>
          isOutputFormat(format) && format.reader === 'person' ? 'program' : 'own',
      }),
  },
  {
    folder: 'src/cli/commands',
    has: isCommand,
    format: (commands) =>
      formatEntries(commands, {
        listName: 'commands',
        listPath: 'src/generated/commands.ts',
        type: 'CommandEntry',
        typeFrom: '../cli/command.js',
        description: 'Every command; the first runs where none is named.',
        fields: ['name', 'usage', 'summary'],
        bundleOf: (command) => (isCommand(command) ? command.bundle : undefined) ?? 'own',
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
          listName: 'entities',
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
          listName: 'entityOperations',
          type: 'Handlers',
          typeFrom: '../../management/service/call/call.js',
          description: 'The operations of entities besides those that all have.',
        },
      ),
    }),
  },
]

/**
 * Generates the indexes folder by folder, by path relative to the project root. Members of a later folder may import
 * the index of an earlier one, so each index must be written before the next one is generated. The behaviors and the
 * names of the releases come first, because rules read the behaviors when they are loaded.
 */
export async function* deriveIndexes(root: string): AsyncGenerator<Map<string, string>> {
  const { behaviors, ...releases } = readReleases(join(root, 'schemas'))
  yield new Map([
    ['src/generated/behaviors.ts', formatBehaviors(behaviors)],
    ['src/generated/targets.ts', formatTargets(releases)],
  ])
  for (const { folder, has, format } of indexes) {
    const members = await readMembers(root, folder)
    const texts = format(members.filter(({ value }) => has(value)))
    yield new Map(
      Object.entries(texts).map(([path, text]) => [path, `${banner}\n${text}`] as const),
    )
  }
}

/** Loads the exports of the files in a folder, sorted by file name. */
async function readMembers(root: string, folder: string): Promise<Member[]> {
  const names = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => basename(name, '.ts'))
    .sort()
  // Inside the project root, so that imports of packages resolve. One folder per index, because modules are cached by
  // path.
  const outdir = resolve(root, '.cache', `indexes-${process.pid}`, folder)
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

/** Lists the exported objects of a module. */
const listExports = (module: unknown): [name: string, value: object][] =>
  Object.keys(module ?? {}).flatMap((name): [string, object][] => {
    const value: unknown = Reflect.get(module ?? {}, name)
    return typeof value === 'object' && value !== null ? [[name, value]] : []
  })

const hasStrings = (value: object, ...names: readonly string[]): boolean =>
  names.every((name) => typeof Reflect.get(value, name) === 'string')

function isRule(value: object): value is { id: string } {
  return hasStrings(value, 'id', 'summary')
}

/** Whether a value is an entity: it has a name, and a collection or indexes. */
function isEntity(value: object): boolean {
  return 'name' in value && ('collection' in value || 'indexes' in value)
}

/** Whether a value is an operation table, which maps names to functions. */
function isOperationTable(value: object): boolean {
  const members = Object.values(value)
  return members.length > 0 && members.every((member) => typeof member === 'function')
}

type List = { listName: string; type: string; typeFrom: string; description: string }

/** Formats a module that exports the list of all members. */
const formatList = (
  members: readonly Member[],
  path: string,
  { listName, type, typeFrom, description }: List,
): string =>
  [
    `import type { ${type} } from '${typeFrom}'`,
    ...members.map(
      ({ file, name }) => `import { ${name} } from '${relative(dirname(path), file)}'`,
    ),
    '',
    `/** ${description} */`,
    `export const ${listName}: readonly ${type}[] = [`,
    ...members.map(({ name }) => `  ${name},`),
    ']',
    '',
  ].join('\n')

/** Formats a module with a union type of the members' ids. */
const formatUnion = (type: string, members: readonly Member[], description: string): string =>
  [
    `/** ${description} */`,
    `export type ${type} =`,
    ...members.map(({ value }) => `  | '${isRule(value) ? value.id : ''}'`),
    '',
  ].join('\n')

/** Formats a module with the command names of the language server, which it announces before it loads the commands. */
const formatNames = (members: readonly Member[]): string =>
  [
    '/** The name of every command of the language server. */',
    'export const commandNames: readonly string[] = [',
    ...members.map(({ value }) => `  '${isServerCommand(value) ? value.name : ''}',`),
    ']',
    '',
  ].join('\n')

function isOutputFormat(value: object): value is { name: string; order?: number; reader: string } {
  return hasStrings(value, 'name', 'reader', 'summary') && 'print' in value
}

function isCommand(value: object): value is { name: string; order?: number; bundle?: string } {
  return hasStrings(value, 'name', 'summary') && 'run' in value && 'flags' in value
}

function isServerCommand(value: object): value is { name: string } {
  return hasStrings(value, 'name') && 'run' in value && 'takes' in value
}

type EntryList = Omit<List, 'typeFrom'> & {
  listPath: string
  typeFrom: string
  /** Fields that the entry copies from its member. */
  fields: readonly string[]
  /** Where the code of a member is bundled: 'program' for the main program, 'own' for a separate file. */
  bundleOf: (member: object) => string
}

/**
 * Formats a module that lists members, each with a `load` function. Members of the main program are imported
 * statically, others when `load` is called.
 */
function formatEntries(
  members: readonly Member[],
  { listName, listPath, type, typeFrom, description, fields, bundleOf }: EntryList,
): Record<string, string> {
  const getPath = (file: string): string => relative(dirname(listPath), file)
  const isInProgram = ({ value }: Member): boolean => bundleOf(value) === 'program'
  const formatLoad = (member: Member): string =>
    isInProgram(member)
      ? `() => ${member.name}`
      : `async () => (await import('${getPath(member.file)}')).${member.name}`
  const formatEntry = (member: Member): string[] => [
    '  {',
    ...fields.map((field) => `    ${field}: ${JSON.stringify(Reflect.get(member.value, field))},`),
    `    load: ${formatLoad(member)},`,
    '  },',
  ]
  return {
    [listPath]: [
      `import type { ${type} } from '${typeFrom}'`,
      ...members
        .filter(isInProgram)
        .map(({ file, name }) => `import { ${name} } from '${getPath(file)}'`),
      '',
      `/** ${description} */`,
      `export const ${listName}: readonly [${type}, ...${type}[]] = [`,
      ...members.toSorted(compareOrder).flatMap(formatEntry),
      ']',
      '',
    ].join('\n'),
  }
}

/** Sorts members by `order`; those without one come last. */
const compareOrder = (left: Member, right: Member): number =>
  getOrder(left.value) - getOrder(right.value)

const getOrder = (member: object): number =>
  'order' in member && typeof member.order === 'number' ? member.order : Number.MAX_SAFE_INTEGER
