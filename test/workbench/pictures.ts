import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { compressPng } from '../support/compress-png.js'
import { requirePackage } from './install.js'
import { pickUpgrade, waitForStatus } from './scenarios/steps.js'
import { until } from './workbench.js'
import type { Workbench } from './workbench.js'

/** Settings that leave room for what the pictures show. */
export const pictureSettings = {
  'editor.minimap.enabled': false,
  'workbench.activityBar.location': 'hidden',
}

/** Makes the pictures of the extension's page and walkthrough. */
export async function takePictures(workbench: Workbench, folder: string): Promise<void> {
  await workbench.run('View: Toggle Primary Side Bar Visibility')
  for (const [name, prepare] of Object.entries(pictures)) {
    await prepare(workbench)
    await workbench.page.mouse.move(1199, 400)
    await pause(1_000)
    writeFileSync(
      `${folder}/${name}.png`,
      compressPng(await workbench.page.screenshot({}), requirePackage('upng-js')),
    )
    await workbench.reset()
  }
}

/** Puts the cursor after the first occurrence of some text in a file that is open. */
async function goToEnd(workbench: Workbench, path: string, part: string): Promise<void> {
  const lines = workbench.read(path).split('\n')
  const index = lines.findIndex((line) => line.includes(part))
  const line = lines[index] ?? ''
  await workbench.goTo(index + 1, line.indexOf(part) + part.length + 1)
}

/** What is on each picture. */
const pictures: Readonly<Record<string, (workbench: Workbench) => Promise<void>>> = {
  generate: async (workbench) => {
    await workbench.open('oslo.router.yml')
    await workbench.run('Router file: Generate Router File…')
    await workbench.pick(/Without a token/)
    await until('purposes are offered', async () =>
      (await workbench.picks()).some((label) => label.startsWith('public')),
    )
  },
  findings: async (workbench) => {
    await workbench.open('broken/madrid.router.yml')
    await waitForStatus(workbench, /^OpenZiti .* 4\b/)
    await workbench.press('Control+Shift+m')
    await until('problems are listed', async () => (await workbench.problems()).length > 4)
    await workbench.press('Control+1')
    await goToEnd(workbench, 'broken/madrid.router.yml', 'adress')
    await until('fixes are offered', async () => {
      await workbench.press('Control+.')
      await pause(500)
      return (await workbench.actions()).length > 0
    })
  },
  completion: async (workbench) => {
    await workbench.open('oslo.router.yml')
    await waitForStatus(workbench, /^OpenZiti/)
    await goToEnd(workbench, 'oslo.router.yml', 'mode: host')
    for (let count = 0; count < 4; count++) await workbench.press('Backspace')
    await workbench.press('Escape')
    await workbench.press('Control+Space')
    await until('modes are offered', async () => (await workbench.suggestions()).includes('host'))
    // The documentation of the selected entry.
    await workbench.press('ArrowDown')
    await pause(600)
    await workbench.press('Control+Space')
    await pause(600)
  },
  effective: async (workbench) => {
    await workbench.open('oslo.router.yml')
    await waitForStatus(workbench, /^OpenZiti/)
    await workbench.goTo(1, 1)
    await workbench.run('Router file: Show Effective Configuration')
    await until('the view is open', async () => (await workbench.tabs()).length === 2)
    await pause(1_500)
  },
  upgrade: async (workbench) => {
    await workbench.open('upgrade/berlin.router.yml')
    await waitForStatus(workbench, /^OpenZiti 1\.1/)
    await workbench.run('Router file: Preview Upgrade…')
    await pickUpgrade(workbench)
    await until(
      'the diff is open',
      async () => (await workbench.page.locator('.line-insert').count()) > 0,
    )
  },
  mesh: async (workbench) => {
    await workbench.open('oslo.router.yml')
    await waitForStatus(workbench, /^OpenZiti/)
    await workbench.run('Router file: Show Links Between Routers')
    await workbench.webview().locator('#picture svg').first().waitFor({ timeout: 20_000 })
    await pause(1_500)
  },
}
