import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Formats the licenses of the bundled packages, which the extension must include. */
export function formatNotices(root: string, inputs: Iterable<string>): string {
  const packages = new Set([...inputs].flatMap((path) => findPackage(path)))
  const notices = [...packages].sort().map((path) => {
    const { name, version } = readManifest(join(root, path))
    return `${name} ${version}\n\n${readLicense(join(root, path)).trim()}\n`
  })
  return `The scripts of this extension contain these packages:\n\n${[...new Set(notices)].join(`\n${'-'.repeat(80)}\n\n`)}`
}

/** Finds the folder of a file's package; empty for files of the project. */
function findPackage(path: string): string[] {
  const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []
  return folder === undefined ? [] : [folder]
}

const readManifest = (folder: string): { name: string; version: string } =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
  }

function readLicense(folder: string): string {
  const name = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (name === undefined) throw new Error(`${folder} has no license`)
  return readFileSync(join(folder, name), 'utf8')
}
