import type { Held, Pair, Registry, Router } from './rule.js'

const nothing = (path: string): Router => ({
  path,
  release: '',
  advertised: [],
  dialed: undefined,
  listened: undefined,
  controllers: undefined,
  sockets: [],
  keys: [],
  names: [],
})

/** Finds the record of each file: that which its certificate names by its id, else that which is called as the file. */
export function heldAgainst(routers: readonly Router[], { fileOf, ...registry }: Registry): Held {
  const byId = new Map(registry.records.map((record) => [record.id, record]))
  const byName = new Map(registry.records.map((record) => [record.name, record]))
  const pairs = routers.map((router): Pair => {
    const certified = router.certificate && byId.get(router.certificate.commonName)
    const named = router.names
      .map((name) => byName.get(name))
      .find((record) => record !== undefined)
    return { router, record: certified ?? named, certified, named }
  })
  const met = new Set(pairs.map(({ record }) => record))
  const fileless = fileOf
    ? registry.records
        .filter((record) => !met.has(record))
        .map((record) => ({ record, router: nothing(fileOf(record.name)) }))
    : []
  return { ...registry, pairs, fileless }
}
