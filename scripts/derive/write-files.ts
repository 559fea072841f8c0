import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** First line of generated files. */
export const note = 'Made by `npm run derive`; do not edit.'

/** First line of generated code. */
export const banner = `// ${note}`

/** Writes files, by path relative to `root`. Returns the paths of those that were missing or had another text. */
export function writeFiles(root: string, texts: ReadonlyMap<string, string>): string[] {
  const changed = [...texts].filter(([path, text]) => readText(join(root, path)) !== text)
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return changed.map(([path]) => path)
}

const readText = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined
