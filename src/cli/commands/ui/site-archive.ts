import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** Path of the packed site, in the repository (written by `npm run site`) and in the package. */
export const siteArchive = 'build/site.br'

/** The files of the built site, by their path in the site, such as `rules/unknown-key.html`. */
export type SiteFiles = ReadonlyMap<string, Uint8Array>

/**
 * Packs a site into one file. The pages have most of their text in common: compressed together, they shrink to a
 * fortieth of their size, one by one only to a quarter. First comes the length of the index in four bytes, then the
 * index (a line with the length and the path of each file), then the files, all of it compressed by Brotli.
 */
export function packSite(files: SiteFiles): Uint8Array {
  const index = Buffer.from([...files].map(([path, { length }]) => `${length} ${path}`).join('\n'))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(index.length)
  return brotliCompressSync(Buffer.concat([length, index, ...files.values()]), {
    params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
  })
}

export function unpackSite(archive: Uint8Array): SiteFiles {
  const bytes = brotliDecompressSync(archive)
  const start = 4 + bytes.readUInt32BE(0)
  const index = bytes.toString('utf8', 4, start).split('\n')
  let offset = start
  return new Map(
    index.map((line) => {
      const space = line.indexOf(' ')
      const fileStart = offset
      offset += Number(line.slice(0, space))
      return [line.slice(space + 1), bytes.subarray(fileStart, offset)]
    }),
  )
}
