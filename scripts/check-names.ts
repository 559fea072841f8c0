import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * Names may repeat in these folders: each module exports a list member that is named after its command, format or
 * feature.
 */
const memberFolders =
  /^(?:bench|src\/cli\/(?:commands|formats)|server\/(?:commands|features)|editors\/vscode\/src\/commands)\/[^/]+$/

/** Names may repeat in this file: the public functions have the names of those that they wrap with argument checks. */
const wrapper = 'src/core.ts'

/** Names with several definitions on purpose, and the reasons. */
const meant: Readonly<Record<string, string>> = {
  Answers: 'the extension has its own types of results of the server',
  Call: 'a request of the client, published; a request that a handler of the service answers',
  Mesh: 'as `Answers`',
  MeshRouter: 'as `Answers`',
  MissingLink: 'as `Answers`',
  Preset: 'as `Answers`',
  Question: 'as `Answers`',
  Span: 'internal in `src/yaml`, which imports no other room; published elsewhere',
  createClient: 'the client of the management API; the language client on desktops and in browsers',
  defineCommand: 'commands of the program, and of the language server',
}

const definitions = new Map<string, string[]>()
const paths = ['bench', 'editors', 'scripts', 'server', 'src'].flatMap((folder) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true }).map(
    (path) => `${folder}/${path.replaceAll('\\', '/')}`,
  ),
)
for (const path of paths.filter((path) => path.endsWith('.ts')).sort()) {
  if (memberFolders.test(path) || path === wrapper || path.startsWith('src/generated/')) continue
  const { statements } = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
  )
  for (const name of statements.flatMap(listExportedNames))
    definitions.set(name, [...(definitions.get(name) ?? []), path])
}

/** Lists the names that a statement defines and exports; a function with overloads is one definition. */
function listExportedNames(statement: ts.Statement): string[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported || (ts.isFunctionDeclaration(statement) && !statement.body)) return []
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  return ts.isDeclarationStatement(statement) && statement.name ? [statement.name.text] : []
}

const repeated = [...definitions].filter(([name, { length }]) => length > 1 && !(name in meant))
const outdated = Object.keys(meant).filter((name) => (definitions.get(name) ?? []).length < 2)
for (const [name, paths] of repeated)
  console.error(`\`${name}\` is defined in ${paths.join(' and ')}; give each its own name`)
for (const name of outdated)
  console.error(
    `\`${name}\` is not defined twice; remove it from \`meant\` in scripts/check-names.ts`,
  )
if (repeated.length + outdated.length > 0) process.exitCode = 1
