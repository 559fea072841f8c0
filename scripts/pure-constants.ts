import { decode, encode } from '@jridgewell/sourcemap-codec'
import type { Options } from 'tsup'
import ts from 'typescript'

/** Whether bundlers recognize that an expression has no side effects. */
const isPlain = (node: ts.Expression): boolean =>
  ts.isLiteralExpression(node) ||
  ts.isFunctionLike(node) ||
  ts.isIdentifier(node) ||
  ts.isClassExpression(node) ||
  [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(node.kind) ||
  (ts.isArrayLiteralExpression(node) && node.elements.every(isPlain)) ||
  (ts.isObjectLiteralExpression(node) &&
    node.properties.every(
      (property) =>
        ts.isShorthandPropertyAssignment(property) ||
        (ts.isPropertyAssignment(property) &&
          !ts.isComputedPropertyName(property.name) &&
          isPlain(property.initializer)),
    ))

const hasAwait = (node: ts.Node): boolean =>
  ts.isAwaitExpression(node) ||
  (!ts.isFunctionLike(node) && (ts.forEachChild(node, hasAwait) ?? false))

/** Finds the initial values of constants that bundlers cannot recognize as pure. */
const findValues = (file: ts.SourceFile): ts.Expression[] =>
  file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap(({ name, initializer }) =>
      initializer && ts.isIdentifier(name) && !isPlain(initializer) && !hasAwait(initializer)
        ? [initializer]
        : [],
    )

/** Wraps the values of these constants in calls that bundlers may drop if the constant is unused. */
function markConstantsPure(code: string): string {
  const file = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest)
  const parts: string[] = []
  let end = 0
  for (const value of findValues(file)) {
    const start = value.getStart(file)
    parts.push(
      code.slice(end, start),
      `/* @__PURE__ */ (() => (${code.slice(start, value.end)}))()`,
    )
    end = value.end
  }
  return [...parts, code.slice(end)].join('')
}

/** Reduces a source map to line starts, a tenth of the size: stack traces still show files and lines. */
function keepLineStarts(mappings: string): string {
  return encode(
    decode(mappings).map((segments) => {
      const first = segments.find((segment) => segment.length > 1)
      return first && first.length > 1 ? [[0, first[1] ?? 0, first[2] ?? 0, 0]] : []
    }),
  )
}

/**
 * Makes the library tree-shakeable: its modules have no side effects, but bundlers cannot tell that for computed
 * constants. Runs on the bundle, because esbuild drops such comments from the source when it simplifies the code.
 */
export const pureConstants: NonNullable<Options['plugins']>[number] = {
  name: 'pure-constants',
  renderChunk: (code, chunk) => {
    if (!chunk.path.endsWith('.js')) return undefined
    if (typeof chunk.map === 'string') {
      const map = JSON.parse(chunk.map) as { mappings: string }
      chunk.map = JSON.stringify({ ...map, names: [], mappings: keepLineStarts(map.mappings) })
    }
    return { code: markConstantsPure(code) }
  },
}
