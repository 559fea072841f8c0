import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** First line of generated files. */
export const note = 'Made by `npm run derive`; do not edit.'

/** First line of generated code. */
export const banner = `// ${note}`

/** Writes files, by path relative to `root`. */
export function writeFiles(root: string, texts: ReadonlyMap<string, string>): void {
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
