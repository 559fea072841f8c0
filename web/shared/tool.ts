/** Where the site is: its path on its host, with a slash at both ends. */
export type Site = { base: string }

/**
 * Shows a tool in an element of a page, and returns what removes it again.
 * Each `web/NAME/main.ts` exports one as `mount`.
 */
export type Mount = (root: HTMLElement, site: Site) => () => void
