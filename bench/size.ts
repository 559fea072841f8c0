import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** A function with its length in lines. */
type LongFunction = { name: string; path: string; line: number; lines: number }

const listFiles = (...folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

/**
 * Prints the size of the code: the entries of the root that `ls` shows, the lines of `server` and of each folder in
 * `src`, without generated files, and the ten longest functions.
 */
export function measure(): void {
  const root = new Set(listFiles().map((path) => path.split('/')[0] ?? ''))
  const shown = [...root].filter((name) => !name.startsWith('.'))
  console.log(`root: ${shown.length} entries: ${shown.join(', ')}\n`)

  const lines = new Map<string, number>()
  const functions: LongFunction[] = []
  for (const path of listFiles('src', 'server')) {
    if (!path.endsWith('.ts') || path.includes('/generated/')) continue
    const text = readFileSync(path, 'utf8')
    const room = /^(?:src\/[^/]+(?=\/)|[^/]+)/.exec(path)?.[0] ?? ''
    lines.set(room, (lines.get(room) ?? 0) + text.split('\n').length - 1)
    functions.push(...listFunctions(path, text))
  }
  for (const [room, count] of [...lines].sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(6)} ${room}`)
  console.log(
    `${String([...lines.values()].reduce((sum, count) => sum + count, 0)).padStart(6)} together\n`,
  )

  for (const { name, path, line, lines: count } of functions
    .sort((a, b) => b.lines - a.lines)
    .slice(0, 10))
    console.log(`${String(count).padStart(6)} ${name} (${path}:${line})`)
}

function listFunctions(path: string, text: string): LongFunction[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const toLine = (offset: number): number => file.getLineAndCharacterOfPosition(offset).line + 1
  const visit = (node: ts.Node, name: string): LongFunction[] => {
    const named =
      ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isFunctionLike(node)
    const own = (named && node.name?.getText()) || name
    const line = toLine(node.getStart())
    const found =
      ts.isFunctionLike(node) && 'body' in node && node.body
        ? [{ name: own, path, line, lines: toLine(node.end) - line + 1 }]
        : []
    const inner: LongFunction[] = []
    ts.forEachChild(node, (child) => void inner.push(...visit(child, own)))
    return [...found, ...inner]
  }
  return visit(file, '(anonymous)')
}
