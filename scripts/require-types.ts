import { readFileSync, writeFileSync } from 'node:fs'
import type { Options } from 'tsup'
import ts from 'typescript'

/** Lists the names in the export lists of an ES module, which is how bundlers write exports. */
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

/** Whether an export is a class: only classes start with a capital letter in this package. */
const isClass = (name: string): boolean => /^[A-Z]/.test(name)

/**
 * Creates types for `require` of an ES module: they re-export the module's types, in a file whose extension makes it
 * CommonJS.
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
 * Writes CommonJS types beside each entry: Node allows CommonJS to require ES modules, but TypeScript with `module:
 * node16` rejects it, because it does not know the version of Node.
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
