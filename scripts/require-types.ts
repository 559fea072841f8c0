import { readFileSync, writeFileSync } from 'node:fs'
import type { Options } from 'tsup'
import ts from 'typescript'

/** The names of the values that an ES module exports in lists, as bundlers write them. */
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

/** Of what a package exports, only classes begin with a capital letter. */
const isClass = (name: string): boolean => /^[A-Z]/.test(name)

/** Types for `require` of an ES module: those of the module itself, under a name that says CommonJS. */
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
 * Node lets CommonJS require ES modules, but TypeScript with `module: node16` refuses it, as it does not know the
 * release of Node. Writes types beside each entry that it takes.
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
