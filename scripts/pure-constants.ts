import { decode, encode } from '@jridgewell/sourcemap-codec'
import type { Options } from 'tsup'
import ts from 'typescript'

/** Whether bundlers see by themselves that an expression does nothing but give a value. */
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

/** The values of the constants of a module that bundlers cannot judge. */
const findValues = (file: ts.SourceFile): ts.Expression[] =>
  file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap(({ name, initializer }) =>
      initializer && ts.isIdentifier(name) && !isPlain(initializer) && !hasAwait(initializer)
        ? [initializer]
        : [],
    )

/** Wraps each constant of a bundle in a call that bundlers may leave out where nobody uses the constant. */
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

/** A source map with the start of each line alone, a tenth of the size: a trace then names files and lines. */
function keepLineStarts(mappings: string): string {
  return encode(
    decode(mappings).map((segments) => {
      const first = segments.find((segment) => segment.length > 1)
      return first && first.length > 1 ? [[0, first[1] ?? 0, first[2] ?? 0, 0]] : []
    }),
  )
}

/**
 * Lets those who bundle a part of the library leave the rest out: our modules do nothing but define, which no bundler
 * sees of a constant that is computed. Done to the bundle, as esbuild drops such comments of the source when it
 * simplifies what they are about.
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
