import { readFileSync } from 'node:fs'
import type { Options } from 'tsup'
import ts from 'typescript'

/**
 * Lists the properties of a rule: those of an object, or those of the object passed to a function that creates the
 * rule.
 */
function listProperties(rule: ts.Expression | undefined): readonly ts.ObjectLiteralElementLike[] {
  const facts = rule && ts.isCallExpression(rule) ? rule.arguments[0] : rule
  return facts && ts.isObjectLiteralExpression(facts) ? facts.properties : []
}

/** Finds the ranges of a property's values in the rules of a file. */
const findValues = (file: ts.SourceFile, name: string): { start: number; end: number }[] =>
  file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer }) => listProperties(initializer))
    .filter(ts.isPropertyAssignment)
    .filter((property) => property.name.getText(file) === name)
    .map(({ initializer }) => ({ start: initializer.getStart(file), end: initializer.end }))

/** Replacements for properties of rules that `lint` never shows. */
const placeholders = [
  ['examples', '{ bad: [], good: [] }'],
  ['suggest', 'undefined'],
  ['summary', `''`],
  ['why', `''`],
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
 * Leaves out the examples and explanations of rules, and the edits that editors suggest: a fifth of the code that
 * `lint` would read and compile without using it.
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
