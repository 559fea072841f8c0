declare const PUBLIC_SITE: string

/**
 * Returns the address of a page on the published site; undefined if no site is published.
 *
 * @param base Path of the site that the page is on.
 * @param site Address of the published site, from `homepage` in `package.json`; empty if none is
 * published.
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
