import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundle } from './derive/bundle.js'
import { configTypes, documentTypes } from './derive/types.js'

const banner = '// Made by `npm run derive` from schemas/; do not edit.'

/** Everything that is made from `schemas/`, by path from the root of the project. */
export async function derive(root: string): Promise<Map<string, string>> {
  const folder = join(root, 'schemas')
  const schema = bundle(folder)
  const releases = JSON.parse(readFileSync(join(folder, 'releases.json'), 'utf8'))
  const asText = (value: unknown): string => JSON.stringify(JSON.stringify(value))
  return new Map([
    [
      'src/generated/schema.ts',
      `${banner}
import type { Bundle } from '../schema/key.js'
import type { Releases } from '../schema/target.js'

// A text is read faster than an object literal of this size.
export const bundle = JSON.parse(
  ${asText(schema)},
) as Bundle

export const releases = JSON.parse(
  ${asText({ lts: releases.lts, releases: releases.releases })},
) as Releases
`,
    ],
    ['src/generated/document.ts', await documentTypes(schema, banner)],
    ['src/generated/config.ts', await configTypes(schema, banner)],
  ])
}

/** Writes what `derive` makes. */
export async function write(root: string): Promise<void> {
  for (const [path, text] of await derive(root)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
