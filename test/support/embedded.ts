import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

const folder = 'fixtures/embedded'

/** A file of another tool that contains router files. */
export type OuterFixture = { path: string; text: string }

/** Reads the files of `fixtures/embedded`; paths are relative to that folder. */
export const outerFixtures = (): OuterFixture[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: kind }) =>
      readdirSync(join(folder, kind)).map((name) => ({
        path: `${kind}/${name}`,
        text: readFileSync(join(folder, kind, name), 'utf8'),
      })),
    )
    .sort((left, right) => (left.path < right.path ? -1 : 1))

/** Reads the values of a YAML stream with the package `yaml`. */
export function readOuter(text: string): unknown[] {
  const documents = [...parseAllDocuments(text)]
  for (const { errors } of documents) if (errors[0]) throw errors[0]
  return documents.map((document): unknown => document.toJS())
}
