declare const PUBLIC_SITE: string

/**
 * The address of a page on the published site; undefined if none is.
 *
 * @param base The path of the site that the page is on.
 * @param site The address of the published site, from `homepage` of `package.json`; empty if none is published.
 */
export function toPublicAddress(
  { pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>,
  base: string,
  site = PUBLIC_SITE,
): string | undefined {
  return site === ''
    ? undefined
    : `${site.replace(/\/$/, '')}/${pathname.slice(base.length)}${search}${hash}`
}
