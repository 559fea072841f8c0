import type { Place, Registry, Router, RouterRecord } from './rule.js'

/** A router file and what the API knows of it. */
export type Pair = {
  router: Router
  /** The record that belongs to the file; undefined where none does. */
  record: RouterRecord | undefined
  /** The record that the certificate names, and the first that is called as the files are. */
  certified: RouterRecord | undefined
  named: RouterRecord | undefined
}

/** Router files with their records. */
export type Held = Omit<Registry, 'fileOf'> & {
  pairs: readonly Pair[]
  /** Records without a file, each with a router that stands where the file would be. */
  fileless: readonly { router: Router; record: RouterRecord }[]
}

/** The start of a file, for what is said of it as a whole. */
export const wholeFile: Place = { path: [], range: { start: { line: 0, character: 0, offset: 0 }, end: { line: 0, character: 0, offset: 0 } } }

const nothing = (path: string): Router => ({ path, release: '', advertised: [], dialed: undefined, listened: undefined, controllers: undefined, sockets: [], keys: [], names: [] })

/** Finds the record of each file: that which its certificate names by its id, else that which is called as the file. */
export function heldAgainst(routers: readonly Router[], { fileOf, ...registry }: Registry): Held {
  const byId = new Map(registry.records.map((record) => [record.id, record]))
  const byName = new Map(registry.records.map((record) => [record.name, record]))
  const pairs = routers.map((router): Pair => {
    const certified = router.certificate && byId.get(router.certificate.commonName)
    const named = router.names.map((name) => byName.get(name)).find((record) => record !== undefined)
    return { router, record: certified ?? named, certified, named }
  })
  const met = new Set(pairs.map(({ record }) => record))
  const fileless = fileOf ? registry.records.filter((record) => !met.has(record)).map((record) => ({ record, router: nothing(fileOf(record.name)) })) : []
  return { ...registry, pairs, fileless }
}
