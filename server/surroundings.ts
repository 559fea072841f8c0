import type { Surroundings } from '../src/language/index.js'
import type { Router } from '../src/lint/fleet/rule.js'
import { summarize } from '../src/lint/fleet/judge.js'
import { once } from '../src/once.js'
import type { Documents } from './documents.js'
import type { Files } from './files.js'
import { variablesOf } from './files.js'
import type { Seeing, Seen } from './seeing.js'
import type { World } from './world.js'

type Means = { world: World | undefined; documents: Documents; files: Files; seeing: Seeing }

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort()

/** What a completion can use of the files beside a text; each is looked for when it is asked for. */
export function surroundingsOf(
  { uri, options }: Seen,
  { world, documents, files, seeing }: Means,
): Surroundings {
  const others = once(() =>
    documents
      .all()
      .filter((document) => document.uri !== uri)
      .flatMap((document) => seeing.see(document) ?? [])
      .filter(({ standing }) => standing === 'router'),
  )
  const closed = once(() => files.all().flatMap(({ router }) => router ?? []))
  const routers = once((): Router[] => [
    ...others().map((other) => summarize(other.uri, other.view)),
    ...closed().map(({ summary }) => summary),
  ])
  return {
    files: (folder) => {
      const folders = seeing.foldersFor(uri)
      return world && folders.length > 0 ? world.namesIn(world.locate(folder || '.', folders)) : []
    },
    get groups() {
      return distinct(
        routers().flatMap(({ dialed = [], listened = [] }) =>
          [...dialed, ...listened].map(({ name }) => name),
        ),
      )
    },
    get hosts() {
      return distinct(routers().flatMap(({ advertised }) => advertised.map(({ host }) => host)))
    },
    get variables() {
      return distinct([
        ...Object.keys(options.env ?? {}),
        ...others().flatMap(({ view }) => variablesOf(view.text)),
        ...closed().flatMap(({ variables }) => variables),
      ])
    },
  }
}
