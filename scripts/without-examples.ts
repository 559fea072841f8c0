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

/** What stands for the properties of rules that a run of `lint` never shows. */
const placeholders = [
  ['examples', '{ bad: [], good: [] }'],
  ['suggest', 'undefined'],
] as const

function removeExamples(code: string): string {
  return placeholders.reduce((rest, [name, placeholder]) => {
    const file = ts.createSourceFile('rule.ts', rest, ts.ScriptTarget.Latest)
    return findValues(file, name).reduceRight(
      (text, { start, end }) => `${text.slice(0, start)}${placeholder}${text.slice(end)}`,
      rest,
    )
  }, code)
}

/**
 * Leaves out the examples of rules, and what editors offer to write: a sixth of the code that a run of `lint` reads
 * and prepares, without ever showing it.
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
