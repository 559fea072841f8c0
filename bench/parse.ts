import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from '../src/document/document.js'
import { readText } from '../src/project/disk.js'

/** Reads and parses every file of a folder with our parser or with the package `yaml`. */
const [folder = '.', parser = 'own'] = process.argv.slice(2)

const parse: (text: string) => unknown =
  parser === 'own' ? parseDocument : (await import('yaml')).parseDocument

for (const name of readdirSync(folder).sort()) {
  const read = readText(join(folder, name))
  if ('text' in read) parse(read.text)
}
