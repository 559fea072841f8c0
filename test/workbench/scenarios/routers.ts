import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'

/** The view of router files in the side bar. */
export const routers: readonly Scenario[] = [
  {
    name: 'the view Routers lists files with findings and links',
    play: async (workbench) => {
      await workbench.run('Explorer: Focus on Routers View')
      await until('the files are listed', async () =>
        (await rows(workbench)).some((text) => text.includes('madrid')),
      )
      assert.match((await rows(workbench)).join('\n'), / link/)
      await workbench.run('Explorer: Focus on Folders View')
    },
  },
]

const rows = async ({ page }: Workbench): Promise<string[]> =>
  (await page.locator('.tree-explorer-viewlet-tree-view .monaco-list-row').allInnerTexts()).map(
    (text) => text.replace(/\s+/g, ' '),
  )
