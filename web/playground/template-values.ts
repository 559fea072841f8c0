import type { OpenFile } from './open-files.js'

/** Names of values files: of Helm, and of environment variables. */
const valuesName = /(?:^|[/.-])values(?:[.-][\w.-]+)?\.ya?ml$|(?:^|[/.])env$/i

/** Maximum length of a file name on common systems. */
const maxName = 255

/** Returns the values file of a template: the nearest one by path; undefined if there is none. */
export const findValues = (template: OpenFile, files: readonly OpenFile[]): OpenFile | undefined =>
  files
    .filter(({ name }) => valuesName.test(name.slice(-maxName)))
    .reduce<OpenFile | undefined>(
      (best, file) =>
        best && countShared(best, template) >= countShared(file, template) ? best : file,
      undefined,
    )

/** Returns the templates that take their values from a file. */
export const findTemplates = (values: OpenFile, files: readonly OpenFile[]): OpenFile[] =>
  files.filter((file) => file.kind === 'template' && findValues(file, files) === values)

/** Counts the common leading folders of two paths. */
function countShared({ name }: OpenFile, { name: other }: OpenFile): number {
  const [folders, others] = [name.split('/'), other.split('/')]
  let count = 0
  while (count < folders.length - 1 && folders[count] === others[count]) count += 1
  return count
}

/** Creates a values file for a template, which lists the values that the template uses. */
export function createValuesFile(template: string): { name: string; text: string } {
  const paths = listPaths(template)
  if (paths.length > 0) return { name: 'values.yaml', text: formatTree(paths) }
  const names = [...template.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => `${name}=`)
  return { name: 'values.env', text: `${[...new Set(names)].join('\n')}\n` }
}

/**
 * Maximum number of values to list, and of keys in the path of a value. Further values and longer
 * paths are left out; only generated templates have so many.
 */
const maxPaths = 200
const maxSteps = 20

/**
 * Returns the paths of all values that a Helm template reads, including in conditions and loops, or
 * that a Jinja template inserts.
 */
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

/** Formats a YAML map with empty values at the given paths. */
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
