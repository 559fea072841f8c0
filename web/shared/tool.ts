/** The page that a tool is on. */
export type ToolPage = {
  /** The path of the site on its host, with a slash at both ends. */
  base: string
  /** The worker that the tool asks could not be started, as its script was blocked or failed. */
  onBroken: () => void
}

/**
 * Shows a tool in an element of a page, and returns what removes it again.
 * Each `web/NAME/main.ts` exports one as `mount`.
 */
export type Mount = (root: HTMLElement, page: ToolPage) => () => void
