import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { files } from '../files.js'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'
import { hoverAtCursor, untilLine, waitForStatus } from './steps.js'

const withVariable = 'v: 3\nctrl:\n  endpoint: tls:${SITE_CONTROLLER}:6262\n'

const withAnchor =
  'v: 3\nlink:\n  dialers:\n    - binding: &kind transport\n  listeners:\n    - binding: *kind\n'

const configMap = `apiVersion: v1
kind: ConfigMap
metadata:
  name: router
data:
  ziti-router.yaml: |
${withAnchor.replaceAll(/^(?=.)/gm, '    ')}`

/** Ways from one place to another, in a file and between files. */
export const navigation: readonly Scenario[] = [
  {
    name: 'a variable is renamed in all router files, and its places are listed',
    play: async (workbench) => {
      const paths = ['variables/a.router.yml', 'variables/b.router.yml'] as const
      for (const path of paths) {
        await workbench.create(path, withVariable)
        // In browsers, the server has open files only.
        await openRouter(workbench, path)
      }
      await workbench.open(paths[0])
      await workbench.goTo(3, 22)
      await workbench.run('Go to References')
      const rows = workbench.page.locator('.reference-zone-widget .ref-tree .monaco-list-row')
      await until('both files are listed', async () => {
        const text = (await rows.allInnerTexts()).join('\n')
        return text.includes('a.router.yml') && text.includes('b.router.yml')
      })
      await workbench.press('Escape')
      await workbench.goTo(3, 22)
      await workbench.press('F2')
      await workbench.page.locator('.rename-box input').first().waitFor({ timeout: 20_000 })
      await workbench.enter('MAIN_CONTROLLER')
      for (const path of paths) {
        await workbench.open(path)
        await untilLine(workbench, 'tls:${MAIN_CONTROLLER}:6262', 1)
      }
      await workbench.reset()
      for (const path of paths) workbench.remove(path)
    },
  },
  {
    name: 'hover says where an anchor is used',
    play: async (workbench) => {
      await workbench.create('anchors/anchor.router.yml', withAnchor)
      await openRouter(workbench, 'anchors/anchor.router.yml')
      await workbench.goTo(4, 18)
      assert.match(await hoverAtCursor(workbench), /anchor kind is used in line 6/)
    },
  },
  {
    name: 'the call hierarchy of a router shows who dials it',
    play: async (workbench) => {
      for (const path of ['lisbon.router.yml', 'oslo.router.yml']) await openRouter(workbench, path)
      await workbench.goTo(14, 3)
      await workbench.run('Peek Call Hierarchy')
      const rows = workbench.page.locator('.call-hierarchy .monaco-list-row')
      await until('a router that dials is listed', async () =>
        (await rows.allInnerTexts()).some((text) => text.includes('lisbon')),
      )
      await workbench.press('Escape')
    },
  },
  {
    name: 'a listener is found by its port',
    play: async (workbench) => {
      await openRouter(workbench, 'oslo.router.yml')
      await workbench.press('Control+t')
      await workbench.page.locator('.quick-input-widget input').first().waitFor()
      await workbench.page.keyboard.insertText('3022')
      await until('the listener is offered', async () =>
        (await workbench.picks()).some((label) => label.includes('tls:0.0.0.0:3022')),
      )
      await workbench.press('Escape')
    },
  },
  {
    name: 'a router file follows its certificate, which is renamed',
    // In browsers, the server reads no files.
    hosts: ['desktop'],
    play: async (workbench) => {
      const path = 'moved/moved.router.yml'
      await workbench.create('moved/pki/router.cert', 'certificate\n')
      await workbench.create(path, files['oslo.router.yml'])
      await openRouter(workbench, path)
      await workbench.open('moved/pki/router.cert')
      await workbench.run('File: Reveal Active File in Explorer View')
      await pause(500)
      await workbench.press('F2')
      await workbench.page.locator('.explorer-item-edited input').first().waitFor()
      await workbench.press('Control+a')
      await workbench.page.keyboard.insertText('renamed.cert')
      await workbench.press('Enter')
      await workbench.page
        .locator('.monaco-dialog-box .monaco-button', { hasText: /^OK$/ })
        .click({ timeout: 20_000 })
      await until('it is renamed', () => workbench.has('moved/pki/renamed.cert'))
      await workbench.open(path)
      await untilLine(workbench, '  cert: pki/renamed.cert', 1)
    },
  },
  {
    name: 'a router file in a ConfigMap has an outline, is folded, and leads to its definitions',
    play: async (workbench) => {
      const path = 'embedded/configmap.yaml'
      await workbench.create(path, configMap)
      await openRouter(workbench, path)
      await workbench.press('Control+Shift+o')
      await until('the keys of the router file are offered', async () => {
        const labels = await workbench.picks()
        return ['link', 'dialers', 'listeners'].every((key) =>
          labels.some((label) => label.startsWith(key)),
        )
      })
      await workbench.press('Escape')
      await workbench.goTo(12, 22)
      await workbench.run('Go to Definition')
      await until('the cursor is at the anchor', async () =>
        (await workbench.statusBar()).some((text) => text.startsWith('Ln 10,')),
      )
      await workbench.goTo(8, 6)
      await workbench.run('Fold')
      await untilLine(workbench, 'dialers:', 0)
      await untilLine(workbench, 'link:', 1)
    },
  },
]

async function openRouter(workbench: Workbench, path: string): Promise<void> {
  await workbench.open(path)
  await waitForStatus(workbench, /^OpenZiti/)
}
