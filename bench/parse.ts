import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from '../src/document.js'
import { readText } from '../src/file.js'

/** Reads and parses every file of a folder, and does nothing else. */
const [folder = '.'] = process.argv.slice(2)

for (const name of readdirSync(folder).sort()) {
  const read = readText(join(folder, name))
  if ('text' in read) parseDocument(read.text)
}
