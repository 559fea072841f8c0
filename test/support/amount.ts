/** Whether tests go over everything, which takes hours, where they otherwise take a sample: `npm run bench nightly`. */
export const isNightly = process.env.ROUTERFILE_NIGHTLY !== undefined

/** How many random cases a test makes: more of the same at night. */
export const amount = (usual: number, nightly = 20 * usual): number => (isNightly ? nightly : usual)

/** Items at equal distances; all of them at night. */
export const sample = <Item>(all: readonly Item[], count: number): Item[] =>
  isNightly ? all.slice() : spread(all, count)

/** Items at equal distances, of the whole list. */
export const spread = <Item>(all: readonly Item[], count: number): Item[] =>
  Array.from({ length: Math.min(count, all.length) }, (_, index) =>
    all.at(Math.floor((index * all.length) / Math.min(count, all.length))),
  ).filter((item) => item !== undefined)
