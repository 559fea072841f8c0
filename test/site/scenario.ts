import type { Page } from 'playwright-core'

/** What somebody does on the site: `play` throws when something is not as it should be. */
export type Scenario = {
  name: string
  /** @param url Where the site is, with a slash at the end. The page shows nothing yet. */
  play: (page: Page, url: string) => Promise<void>
}
