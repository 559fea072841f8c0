import { readFileSync, writeFileSync } from 'node:fs'
import type { Options } from 'tsup'
import ts from 'typescript'

/** The names that an ES module exports in lists, the form in which bundlers write them. */
function listExports(code: string): string[] {
  return ts
    .createSourceFile('module.js', code, ts.ScriptTarget.Latest)
    .statements.filter(ts.isExportDeclaration)
    .flatMap(({ exportClause }) =>
      exportClause && ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name.text)
        : [],
    )
    .sort()
}

/** Of the exports of a package, only classes start with a capital letter. */
const isClass = (name: string): boolean => /^[A-Z]/.test(name)

/**
 * Types for `require` of an ES module: they re-export those of the module, in a file that is
 * CommonJS by its name.
 */
const createRequireTypes = (module: string, names: readonly string[]): string =>
  [
    `export type * from '${module}' with { 'resolution-mode': 'import' }`,
    `type M = typeof import('${module}', { with: { 'resolution-mode': 'import' } })`,
    ...names.flatMap((name) => [
      `export declare const ${name}: M['${name}']`,
      ...(isClass(name) ? [`export type ${name} = InstanceType<M['${name}']>`] : []),
    ]),
    '',
  ].join('\n')

/**
 * Node allows CommonJS to require ES modules, but TypeScript with `module: node16` refuses it,
 * because it does not know the version of Node. Writes types for CommonJS beside each entry.
 */
export const requireTypes: NonNullable<Options['plugins']>[number] = {
  name: 'require-types',
  buildEnd({ writtenFiles }) {
    const entries = Object.keys(this.options.entry)
    for (const { name } of writtenFiles) {
      const entry = entries.find((item) => name.endsWith(`/${item}.js`))
      if (entry === undefined) continue
      const names = listExports(readFileSync(name, 'utf8'))
      writeFileSync(name.replace(/js$/, 'd.cts'), createRequireTypes(`./${entry}.js`, names))
    }
  },
}
