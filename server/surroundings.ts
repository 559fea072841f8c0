import type { Surroundings } from '../src/language/index.js'
import type { Router } from '../src/lint/fleet/rule.js'
import { summarize } from '../src/lint/fleet/judge.js'
import type { Documents } from './documents.js'
import type { Files } from './files.js'
import { variablesOf } from './files.js'
import type { Seeing, Seen } from './seeing.js'
import type { World } from './world.js'

type Means = { world: World | undefined; documents: Documents; files: Files; seeing: Seeing }

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort()

/** What a completion can use of the files beside a text. */
export function surroundingsOf(seen: Seen, { world, documents, files, seeing }: Means): Surroundings {
  const folders = seeing.foldersFor(seen.uri)
  const others = documents.all().filter(({ uri }) => uri !== seen.uri).flatMap((document) => seeing.see(document) ?? [])
  const closed = files.all().flatMap(({ router }) => router ?? [])
  const routers: Router[] = [...others.map(({ uri, view }) => summarize(uri, view)), ...closed.map(({ summary }) => summary)]
  return {
    ...(world && folders.length > 0 && { files: (folder: string) => world.namesIn(world.locate(folder || '.', folders)) }),
    groups: distinct(routers.flatMap(({ dialed = [], listened = [] }) => [...dialed, ...listened].map(({ name }) => name))),
    hosts: distinct(routers.flatMap(({ advertised }) => advertised.map(({ host }) => host))),
    variables: distinct([...Object.keys(seen.options.env ?? {}), ...others.flatMap(({ view }) => variablesOf(view.text)), ...closed.flatMap(({ variables }) => variables)]),
  }
}
