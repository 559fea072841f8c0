/** The page of a tool. */
export type ToolPage = {
  /** Base path of the site, with a slash at both ends. */
  base: string
  /** Called when the tool's worker could not be started because its script was blocked or failed. */
  onBroken: () => void
}

/**
 * Mounts a tool in an element, and returns a function that removes it. Each `web/NAME/main.ts`
 * exports one as `mount`.
 */
export type Mount = (root: HTMLElement, page: ToolPage) => () => void
