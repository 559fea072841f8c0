import type { Page } from 'playwright-core'

/** A user's actions on the site; `play` throws if the result is wrong. */
export type Scenario = {
  name: string
  /** @param url Base address of the site, with a trailing slash. The page is still blank. */
  play: (page: Page, url: string) => Promise<void>
}
