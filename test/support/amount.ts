/** Whether tests run over all cases, which takes hours, instead of a sample: `npm run bench nightly`. */
export const isNightly = process.env.ROUTERFILE_NIGHTLY !== undefined

/** Returns the number of random cases for a test: `usual`, or `nightly` in a nightly run. */
export const amount = (usual: number, nightly = 20 * usual): number => (isNightly ? nightly : usual)

/** Selects evenly spaced items; all items in a nightly run. */
export const sample = <Item>(all: readonly Item[], count: number): Item[] =>
  isNightly ? all.slice() : spread(all, count)

/** Selects evenly spaced items of the whole list. */
export const spread = <Item>(all: readonly Item[], count: number): Item[] =>
  Array.from({ length: Math.min(count, all.length) }, (_, index) =>
    all.at(Math.floor((index * all.length) / Math.min(count, all.length))),
  ).filter((item) => item !== undefined)
