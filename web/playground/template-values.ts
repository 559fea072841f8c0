import type { OpenFile } from './open-files.js'

/** Names of files with the values of templates: those of Helm, and those of variables. */
const valuesName = /(?:^|[/.-])values(?:[.-][\w.-]+)?\.ya?ml$|(?:^|[/.])env$/i

/** The longest name of a file on usual systems. */
const maxName = 255

/** The values of a template: those of the nearest file that has some. Undefined if none of the files has. */
export const findValues = (template: OpenFile, files: readonly OpenFile[]): OpenFile | undefined =>
  files
    .filter(({ name }) => valuesName.test(name.slice(-maxName)))
    .reduce<OpenFile | undefined>(
      (best, file) =>
        best && countShared(best, template) >= countShared(file, template) ? best : file,
      undefined,
    )

/** The templates that have their values from a file. */
export const findTemplates = (values: OpenFile, files: readonly OpenFile[]): OpenFile[] =>
  files.filter((file) => file.kind === 'template' && findValues(file, files) === values)

/** How many folders, from the outermost one, two files have in common. */
function countShared({ name }: OpenFile, { name: other }: OpenFile): number {
  const [folders, others] = [name.split('/'), other.split('/')]
  let count = 0
  while (count < folders.length - 1 && folders[count] === others[count]) count += 1
  return count
}

/** A file for the values of a template: its name, and a text that names those that the template inserts. */
export function createValuesFile(template: string): { name: string; text: string } {
  const paths = listPaths(template)
  if (paths.length > 0) return { name: 'values.yaml', text: formatTree(paths) }
  const names = [...template.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => `${name}=`)
  return { name: 'values.env', text: `${[...new Set(names)].join('\n')}\n` }
}

/** Maximum number of values to name, and of keys that lead to one: files with more are written by a program. */
const maxPaths = 200
const maxSteps = 20

/** The paths of the values that Helm reads, in conditions and loops too, or those that Jinja inserts. */
function listPaths(template: string): string[][] {
  const find = (pattern: RegExp): string[] =>
    [...template.matchAll(pattern)].map(([, path = '']) => path)
  const ofHelm = find(/\.Values\.([A-Za-z_]\w*(?:\.\w+)*)/g)
  const paths =
    ofHelm.length > 0
      ? ofHelm
      : find(/\{\{-?\s*(?:quote\s+)?\.?([A-Za-z_]\w*(?:\.\w+)*)(?=[\s|}])/g)
  return [...new Set(paths)]
    .map((path) => path.split('.'))
    .filter(({ length }) => length <= maxSteps)
    .slice(0, maxPaths)
}

/** A map in YAML with empty values at some paths. */
function formatTree(paths: readonly (readonly string[])[], indent = ''): string {
  const inner = new Map<string, (readonly string[])[]>()
  for (const [name = '', ...rest] of paths) {
    const known = inner.get(name) ?? []
    if (rest.length > 0) known.push(rest)
    inner.set(name, known)
  }
  return [...inner]
    .map(([name, rest]) => `${indent}${name}:\n${formatTree(rest, `${indent}  `)}`)
    .join('')
}
