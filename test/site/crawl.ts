/** The result of following all links of a site. */
export type Crawl = { pages: ReadonlySet<string>; dead: readonly string[] }

type CrawledPage = { ids: ReadonlySet<string>; targets: readonly string[] }

/**
 * Follows all links from the front page of a site, without running scripts. A link is dead if its
 * page, file or anchor does not exist.
 */
export async function crawl(url: string): Promise<Crawl> {
  const pages = new Map<string, CrawledPage | 'file' | 'missing'>()
  const links: { from: string; to: URL }[] = []
  let open = [url]
  while (open.length > 0) {
    const next = new Set<string>()
    for (const address of open) {
      const page = await read(address)
      pages.set(address, page)
      if (typeof page === 'string') continue
      for (const target of page.targets) {
        const to = new URL(target, address)
        if (to.origin !== new URL(url).origin) continue
        links.push({ from: address, to })
        next.add(to.origin + to.pathname)
      }
    }
    open = [...next].filter((address) => !pages.has(address))
  }
  return {
    pages: new Set(
      [...pages].flatMap(([address, page]) => (typeof page === 'string' ? [] : [address])),
    ),
    dead: links.flatMap(({ from, to }) => {
      const page = pages.get(to.origin + to.pathname) ?? 'missing'
      const anchor = decodeURIComponent(to.hash.slice(1))
      const isFound =
        page === 'file' ||
        (page !== 'missing' &&
          (anchor === '' || /^(?:sample|files)=/.test(anchor) || page.ids.has(anchor)))
      return isFound ? [] : [`${from} → ${to.pathname}${to.hash}`]
    }),
  }
}

async function read(address: string): Promise<CrawledPage | 'file' | 'missing'> {
  const response = await fetch(address)
  const type = response.headers.get('content-type') ?? ''
  const text = await response.text()
  if (!response.ok) return 'missing'
  if (!type.startsWith('text/html')) return 'file'
  const find = (pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'))
  return {
    ids: new Set(find(/\sid="([^"]*)"/g)),
    targets: find(/<(?:a|link|script|img)\s[^>]*?(?:href|src)="([^"]+)"/g),
  }
}
