import { readFileSync } from 'node:fs'
import type { Options } from 'tsup'
import ts from 'typescript'

/** The ranges of the values of properties with a name, outermost first. */
function findValues(file: ts.SourceFile, name: string): { start: number; end: number }[] {
  const visit = (node: ts.Node): { start: number; end: number }[] => {
    if (ts.isPropertyAssignment(node) && node.name.getText(file) === name)
      return [{ start: node.initializer.getStart(file), end: node.initializer.end }]
    return file === node || node.getChildCount(file) > 0
      ? node.getChildren(file).flatMap(visit)
      : []
  }
  return visit(file)
}

function removeExamples(code: string): string {
  const file = ts.createSourceFile('rule.ts', code, ts.ScriptTarget.Latest)
  return findValues(file, 'examples').reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}{ bad: [], good: [] }${text.slice(end)}`,
    code,
  )
}

/**
 * Leaves out the examples of rules: a tenth of the code that a run of `lint` reads and prepares,
 * without ever showing them.
 */
export const withoutExamples: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-examples',
  setup: (plugin) =>
    plugin.onLoad(
      { filter: /[\\/]lint[\\/](?:fleet[\\/])?rules[\\/][^\\/]*\.ts$/ },
      ({ path }) => ({
        contents: removeExamples(readFileSync(path, 'utf8')),
        loader: 'ts',
      }),
    ),
}
