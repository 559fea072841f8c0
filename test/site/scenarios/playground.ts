import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'
import { openFiles } from './names.js'

const editor = (page: Page): Locator => page.getByRole('textbox', { name: 'Router file' })

const findings = (page: Page): Locator =>
  page.getByRole('list', { name: 'Findings' }).getByRole('listitem')

const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}playground/`)
  await findings(page).first().waitFor()
}

/** Replaces the whole text by pasting, as a user does with a file. */
async function paste(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('Control+A')
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('Control+V')
}

/** Waits until the list shows this number of findings. */
async function waitForFindings(page: Page, count: number): Promise<void> {
  const deadline = Date.now() + 10_000
  while ((await findings(page).count()) !== count) {
    if (Date.now() > deadline) expect(await findings(page).allInnerTexts(), count)
    await page.waitForTimeout(20)
  }
}

const sound = readFileSync('fixtures/samples/public.yaml', 'utf8')
const broken = sound.replace('v: 3\n', 'v: 3\n\nforwarder:\n  linkDialWorkerCount: 1\n')

const hostile = '<img src=x onerror="document.harmed=1"><script>document.harmed=1</script>'

/** Checks that no markup was executed: a link or a file may come from anybody. */
const expectHarmless = async (page: Page): Promise<void> => {
  expect(await page.evaluate("'harmed' in document"), false)
  expect(await page.locator('img[src="x"]').count(), 0)
}

const openTab = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole('tab', { name }).click()
  return page.getByRole('tabpanel', { name })
}

/** Scenarios of the playground. */
export const playground: readonly Scenario[] = [
  {
    name: 'a pasted file has its finding at its line, and is clean when it is fixed',
    play: async (page, url) => {
      await open(page, url)
      await paste(page, broken.replace('linkDialWorkerCount: 1', 'linkDialWorkrCount: 16'))
      await findings(page).filter({ hasText: 'linkDialWorkrCount' }).waitFor()
      await waitForFindings(page, 1)
      expect(await findings(page).first().innerText(), /line 5.*linkDialWorkrCount/s)
      // The fixes arrive after the findings, and redrawing closes an open tooltip.
      await findings(page).getByRole('button', { name: 'to linkDialWorkerCount' }).waitFor()
      const tooltip = page.locator('.cm-tooltip').getByText('linkDialWorkerCount').first()
      // Redrawn marks close a tooltip, so the mouse moves again.
      for (let tries = 0; tries < 10 && !(await tooltip.isVisible()); tries += 1) {
        await page.mouse.move(5, 5)
        await page.locator('.cm-lintRange').hover()
        await page.waitForTimeout(1000)
      }
      await tooltip.waitFor()
      await findings(page).getByRole('button', { name: 'to linkDialWorkerCount' }).click()
      await waitForFindings(page, 0)
      expect(await editor(page).innerText(), /linkDialWorkerCount: 16/)
    },
  },
  {
    name: 'each of several files that are opened together has its marks and fixes',
    play: async (page, url) => {
      const text = broken.replace('linkDialWorkerCount: 1', 'linkDialWorkrCount: 16')
      await open(page, url)
      await page.getByLabel('Open files').setInputFiles(
        ['one.yml', 'two.yml', 'three.yml'].map((name) => ({
          name,
          mimeType: 'application/yaml',
          buffer: Buffer.from(text),
        })),
      )
      for (const name of ['one.yml', 'three.yml', 'two.yml']) {
        await page.getByRole('navigation', { name: 'Files' }).getByText(name).click()
        await page.locator('.cm-lintRange').getByText('linkDialWorkrCount').waitFor()
        await page.locator('.cm-lint-marker').first().waitFor()
        await findings(page).getByRole('button', { name: 'to linkDialWorkerCount' }).waitFor()
      }
    },
  },
  {
    name: 'a file closes a sample that nobody edited, with its story, and stays beside one with edits',
    play: async (page, url) => {
      const tabs = page.getByRole('navigation', { name: 'Files' }).getByRole('listitem')
      const sample = page.getByRole('combobox', { name: 'Sample' })
      const story = page.getByRole('region', { name: 'Story of the sample' })
      await open(page, url)
      await story.waitFor()
      await openFiles(page, { 'own.yml': broken })
      await findings(page).getByText('value-out-of-range', { exact: true }).waitFor()
      await waitForFindings(page, 1)
      expect((await tabs.allInnerTexts()).join('; '), /^own\.yml[^;]*$/)
      expect(await sample.inputValue(), '')
      expect(await story.isVisible(), false)
      await sample.selectOption('misspelled-key')
      await story.waitFor()
      expect(page.url(), /#sample=misspelled-key$/)
      await editor(page).click()
      await page.keyboard.type('# mine ')
      await openFiles(page, { 'own.yml': broken })
      await findings(page).getByText('value-out-of-range', { exact: true }).waitFor()
      expect(await tabs.count(), 2)
      expect(await sample.inputValue(), '')
      expect(page.url().includes('#'), false)
      // The open files are restored.
      await page.reload()
      await findings(page).first().waitFor()
      expect(await tabs.count(), 2)
    },
  },
  {
    name: 'fixes that change what the router does are shown at their line, and made once they are ticked',
    play: async (page, url) => {
      await page.setViewportSize({ width: 1280, height: 600 })
      await open(page, url)
      await page.getByRole('button', { name: 'Fix all' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('This fix may change what the router does: tick it').waitFor()
      const apply = dialog.getByRole('button', { name: 'Apply' })
      expect(await apply.isDisabled(), true)
      const line = dialog.locator('.offered')
      expect(await line.innerText(), /idleCircuitTimeut/)
      const [place, frame] = [await line.boundingBox(), await dialog.locator('.diff').boundingBox()]
      expect(place !== null && frame !== null && place.y >= frame.y, true)
      expect(
        place !== null && frame !== null && place.y + place.height <= frame.y + frame.height,
        true,
      )
      await dialog.getByRole('checkbox').check()
      await dialog.getByText('One fix of 1 chosen.').waitFor()
      expect(await line.count(), 0)
      await apply.click()
      await waitForFindings(page, 0)
    },
  },
  {
    name: 'a click on a finding goes to its line, and the gutter shows it',
    play: async (page, url) => {
      await open(page, url)
      await paste(page, broken)
      await findings(page)
        .filter({ hasText: 'value-out-of-range' })
        .getByRole('button')
        .first()
        .click()
      expect(await page.locator('.cm-activeLine').innerText(), /linkDialWorkerCount: 1/)
      expect(await page.locator('.cm-lint-marker-error').count(), 1)
    },
  },
  {
    name: 'a hover explains a key',
    play: async (page, url) => {
      await open(page, url)
      await page.locator('.cm-line').getByText('endpoint').hover()
      expect(await page.getByRole('tooltip').innerText(), /ctrl\.endpoint/)
    },
  },
  {
    name: 'a listener is completed from nothing',
    play: async (page, url) => {
      await open(page, url)
      await paste(page, '')
      await page.keyboard.press('Delete')
      await page.keyboard.type('v: 3\nlisteners:\n- ')
      const option = page.getByRole('option', { name: /^edge listener/ })
      await option.waitFor()
      await option.click()
      await page.keyboard.type('tls:0.0.0.0:3022')
      expect(await editor(page).innerText(), /- binding: edge\n {2}address: tls:0\.0\.0\.0:3022/)
    },
  },
  {
    name: 'keys are completed with their documentation',
    play: async (page, url) => {
      await open(page, url)
      await paste(page, `${sound}forwarder:\n`)
      await page.keyboard.press('Control+End')
      await page.keyboard.type('  idleC')
      await page.getByRole('option', { name: /^idleCircuitTimeout/ }).waitFor()
      await page.locator('.cm-completionInfo').getByText('circuit').first().waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.type('60000')
      expect(await editor(page).innerText(), /idleCircuitTimeout: 60000/)
    },
  },
  {
    name: 'another release has other findings',
    play: async (page, url) => {
      await open(page, url)
      await page
        .getByRole('combobox', { name: 'Sample' })
        .selectOption('written-for-another-release')
      await findings(page).filter({ hasText: 'newer-key' }).waitFor()
      await page.getByRole('combobox', { name: 'Release' }).selectOption('2.1')
      await findings(page).filter({ hasText: 'newer-key' }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'the page says what the router does, for this release and for each line',
    play: async (page, url) => {
      await page.goto(`${url}playground/#sample=duration-without-unit`)
      const said = page.getByRole('region', { name: 'What the router does' })
      await said.getByText(/^Release 2\.0\.\d+ refuses to start$/).waitFor()
      await said.getByText('What the router logs').click()
      await said.getByText(/^invalid \(non-string\) value for sendInterval/).waitFor()
      await said.getByRole('button', { name: /^line \d+$/ }).click()
      expect(await page.locator('.cm-activeLine').innerText(), /sendInterval: 10/)
      await page.goto(`${url}playground/#sample=written-for-another-release`)
      await said.getByText(/^Release 2\.0\.\d+ starts, ignores 1 key$/).waitFor()
      expect(await said.getByText('What the router logs').count(), 0)
      const lines = said.getByRole('list', { name: 'What each release does' })
      expect((await lines.getByRole('button').count()) > 10, true)
      expect(await lines.getByRole('button', { name: /^1\.1: refuses to start/ }).innerText(), /✕/)
      const newest = lines.getByRole('button', { name: '2.1: starts, a pre-release' })
      await newest.click()
      await findings(page).first().waitFor({ state: 'detached' })
      expect(await page.getByRole('combobox', { name: 'Release' }).inputValue(), '2.1')
      await lines.locator('[aria-pressed=true]').getByText('2.1').waitFor()
    },
  },
  {
    name: 'messages are at the ends of lines, and a key fixes the line of the cursor',
    play: async (page, url) => {
      await open(page, url)
      await paste(page, `${sound}forwarder:\n  idleCircuitTimeut: 60000\n`)
      const line = page.locator('.cm-line[data-message]')
      await line.waitFor()
      expect(await line.getAttribute('data-message'), /^! Unknown key idleCircuitTimeut/)
      expect((await editor(page).innerText()).includes('Unknown key'), false)
      await line.click()
      await page.keyboard.press('Control+.')
      // A fix that may change the router's behavior is only applied after a preview.
      const dialog = page.getByRole('dialog')
      const box = dialog.getByRole('checkbox')
      await box.waitFor()
      expect(await box.isChecked(), false)
      expect(await editor(page).innerText(), /idleCircuitTimeut: 60000/)
      await box.check()
      await dialog.locator('.cm-changedLine').getByText('idleCircuitTimeout').waitFor()
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await waitForFindings(page, 0)
      expect(await editor(page).innerText(), /idleCircuitTimeout: 60000/)
      await paste(page, `${sound}forwarder:\n  latencyProbeInterval: 10\n`)
      await findings(page).filter({ hasText: 'obsolete-key' }).waitFor()
      await line.click()
      await page.keyboard.press('Control+.')
      await page.getByRole('status').getByText('Done:').waitFor()
      await waitForFindings(page, 0)
      expect(await dialog.count(), 0)
    },
  },
  {
    name: 'findings are filtered by severity and rule, also after a reload',
    play: async (page, url) => {
      await open(page, url)
      await paste(page, `${broken}surprise: 1\nother: 2\n`)
      await waitForFindings(page, 3)
      const filter = page.getByRole('group', { name: 'Filter of the findings' })
      await filter.getByRole('button', { name: '2 warnings' }).click()
      await waitForFindings(page, 1)
      await filter.getByRole('button', { name: '1 error' }).click()
      await waitForFindings(page, 0)
      await page.getByRole('button', { name: 'Show all' }).click()
      await waitForFindings(page, 3)
      await filter.getByRole('combobox').selectOption('unknown-key')
      await waitForFindings(page, 2)
      await filter.getByRole('button', { name: '1 error' }).click()
      await page.reload()
      await waitForFindings(page, 2)
      expect(await filter.getByRole('combobox').inputValue(), 'unknown-key')
      expect(
        await filter.getByRole('button', { name: '1 error' }).getAttribute('aria-pressed'),
        'false',
      )
    },
  },
  {
    name: 'the dialog of all fixes says that it fixes what the filter hides, too',
    play: async (page, url) => {
      await open(page, url)
      const filter = page.getByRole('group', { name: 'Filter of the findings' })
      await findings(page).first().waitFor()
      await filter.getByRole('button').first().click()
      await waitForFindings(page, 0)
      await page.getByRole('button', { name: 'Fix all' }).click()
      await page.getByRole('dialog').getByText('also of the one that the filter hides').waitFor()
    },
  },
  {
    name: 'thirty lines are in sight, and the parts can be resized',
    play: async (page, url) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(page, url)
      await page
        .getByRole('list', { name: 'What each release does' })
        .getByRole('button')
        .first()
        .waitFor()
      const whole = await page.evaluate<number>(`(() => {
        const { shadowRoot } = document.querySelector('.tool div div')
        const { top, bottom } = shadowRoot.querySelector('.editor').getBoundingClientRect()
        return [...shadowRoot.querySelectorAll('.cm-line')].filter((line) => {
          const box = line.getBoundingClientRect()
          return box.top >= top && box.bottom <= bottom
        }).length
      })()`)
      expect(whole >= 30, true)
      const measure = async (): Promise<number> =>
        (await page.getByRole('region', { name: 'Editor' }).boundingBox())?.width ?? 0
      const before = await measure()
      await page.getByRole('separator', { name: 'Width of the editor' }).focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      const after = await measure()
      expect(after < before - 60, true)
      await page.reload()
      await findings(page).first().waitFor()
      expect(Math.abs((await measure()) - after) < 4, true)
    },
  },
  {
    name: 'on a phone, each part of the playground is one tap away',
    play: async (page, url) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${url}playground/`)
      await findings(page).first().waitFor()
      const bar = page.getByRole('navigation', { name: 'Parts of this page' })
      const expectCurrent = async (name: string): Promise<void> => {
        await page.waitForTimeout(300)
        expect(await bar.locator('[aria-current=true]').allInnerTexts(), [name])
      }
      await bar.getByRole('button', { name: 'Found', exact: true }).click()
      await findings(page).first().waitFor()
      await expectCurrent('Found')
      const top = (await findings(page).first().boundingBox())?.y ?? -1
      expect(top > 0 && top < 600, true)
      await bar.getByRole('button', { name: 'More', exact: true }).click()
      await expectCurrent('More')
      const tabs = (await page.getByRole('tab', { name: 'Effective' }).boundingBox())?.y ?? -1
      expect(tabs > 0 && tabs < 300, true)
      await bar.getByRole('button', { name: 'Code', exact: true }).click()
      await expectCurrent('Code')
      expect(((await editor(page).boundingBox())?.y ?? 844) < 300, true)
    },
  },
  {
    name: 'file, release and settings are in the address, values only in a shared link, secrets nowhere',
    play: async (page, url) => {
      await open(page, url)
      await paste(page, `${sound}surprise: \${EDGE}\n`)
      await waitForFindings(page, 1)
      await page.getByRole('combobox', { name: 'Release' }).selectOption('1.6')
      const settings = await openTab(page, 'Settings')
      await settings.getByLabel(/^Variables/).fill('EDGE=visible-value\nDB_PASSWORD=hunter2')
      await settings.getByLabel('Rule').fill('unknown-key')
      await settings.getByLabel('Severity').selectOption('error')
      await settings.getByRole('button', { name: 'Set', exact: true }).click()
      await findings(page).filter({ hasText: 'Error' }).waitFor()
      await page.waitForURL(
        (url) =>
          url.searchParams.has('rules') && url.searchParams.get('variables') === 'EDGE,DB_PASSWORD',
      )
      const address = page.url()
      const { searchParams } = new URL(address)
      expect(
        ['release', 'file', 'tab', 'rules'].map((name) => searchParams.get(name)),
        ['1.6', 'router.yml', 'Settings', 'unknown-key:error'],
      )
      expect(/visible-value|hunter2/.test(address), false)
      const other = await page.context().newPage()
      await other.goto(address)
      await findings(other).first().waitFor()
      expect(
        await other.getByRole('tab', { name: 'Settings' }).getAttribute('aria-selected'),
        'true',
      )
      await other.getByText('unknown-key is error').waitFor()
      expect(await other.getByLabel(/^Variables/).inputValue(), 'EDGE=\nDB_PASSWORD=\n')
      // The list is empty until the worker sends the releases.
      await other
        .getByRole('combobox', { name: 'Release' })
        .locator('option:checked', { hasText: '1.6' })
        .waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Copy as command' }).click()
      await page.getByRole('status').getByText('Copied: routerfile lint router.yml').waitFor()
      expect(
        await page.evaluate('navigator.clipboard.readText()'),
        'routerfile lint router.yml --target 1.6 --rule unknown-key=error --env EDGE="$EDGE" --env DB_PASSWORD="$DB_PASSWORD"',
      )
      await page.getByRole('button', { name: 'Share' }).click()
      const link = await page
        .getByRole('dialog')
        .getByRole('textbox', { name: 'Link' })
        .inputValue()
      await other.goto('about:blank')
      await other.goto(link)
      await other.getByText('These files come from the link').waitFor()
      await openTab(other, 'Settings')
      await other.getByText('unknown-key is error').waitFor()
      expect(
        await other.getByLabel(/^Variables/).inputValue(),
        'EDGE=visible-value\nDB_PASSWORD=\n',
      )
    },
  },
  {
    name: 'panels follow the chosen release',
    play: async (page, url) => {
      await open(page, url)
      const release = page.getByRole('combobox', { name: 'Release' })
      const upgrade = await openTab(page, 'Upgrade')
      const from = upgrade.getByRole('combobox', { name: 'From' })
      const to = upgrade.getByRole('combobox', { name: 'To' })
      for (const [chosen, before, next] of [
        ['1.1', '1.1', '1.6'],
        ['1.6', '1.6', '2.0'],
        ['1.7', '1.7', '2.0'],
        ['2.1', '2.0', '2.1'],
        ['2.0', '1.6', '2.0'],
      ] as const) {
        await release.selectOption(chosen)
        await upgrade
          .getByText(`from ${before}.`)
          .or(upgrade.getByText(`as ${before}.`))
          .waitFor()
        expect(await from.inputValue(), before)
        expect(await to.inputValue(), next)
      }
      await upgrade.getByRole('list').first().getByText('Upgrade the controllers first').waitFor()
      expect(await upgrade.getByRole('heading').allInnerTexts(), [
        'Before the upgrade',
        'Behaves differently',
        'Good to know',
      ])
      await from.selectOption('1.1')
      await upgrade.getByText('from 1.1.').first().waitFor()
      expect(await to.inputValue(), '1.6')
      await to.selectOption('2.0')
      await upgrade.getByText('Upgrade to 1.6.').waitFor()
      await release.selectOption('2.1')
      const explain = await openTab(page, 'Explain')
      await explain.getByRole('combobox', { name: 'Key or rule' }).fill('wrong dial timeout')
      await page.keyboard.press('Enter')
      const first = explain.getByRole('listitem').first()
      await first.getByText('link.dialers[].options.connectTimeout', { exact: true }).waitFor()
      await release.selectOption('1.6')
      await first.getByText('link.dialers[].options.connectTimeoutMs', { exact: true }).waitFor()
    },
  },
  {
    name: 'a panel never shows another file or release than the one in the editor',
    play: async (page, url) => {
      await open(page, url)
      const other = sound.replace('v: 3\n', 'v: 3\nforwarder:\n  linkDialQueueLength: 7\n')
      await page.getByLabel('Open files').setInputFiles([
        { name: 'first.yml', mimeType: 'text/yaml', buffer: Buffer.from(other) },
        { name: 'second.yml', mimeType: 'text/yaml', buffer: Buffer.from(sound) },
      ])
      const panel = page.getByRole('tabpanel', { name: 'Effective' })
      const value = panel.getByText('linkDialQueueLength: 7')
      await value.waitFor()
      // The panel is hidden in the same task as the change, so that no frame shows the old value.
      const seen = await page.evaluate(`(() => {
        const root = [...document.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot).shadowRoot
        const isSeen = () => [...root.querySelectorAll('.effective code')].some(
          (code) => code.textContent.includes('linkDialQueueLength: 7') &&
            code.checkVisibility({ visibilityProperty: true }))
        const before = isSeen()
        ;[...root.querySelectorAll('.files button')]
          .find(({ textContent }) => textContent.startsWith('second.yml')).click()
        return [before, isSeen()]
      })()`)
      expect(seen, [true, false])
      await panel.getByText('linkDialQueueLength: 1000').waitFor()
    },
  },
  {
    name: 'a sound file with many keys that no router reads is checked',
    play: async (page, url) => {
      await open(page, url)
      const keys = Array.from({ length: 20 }, (_, index) => `setting${index}: ${index}\n`)
      await paste(page, sound + keys.join(''))
      await waitForFindings(page, 20)
    },
  },
  {
    name: 'fixes are shown as changes, safe ones ticked, and made at once, and can be undone',
    play: async (page, url) => {
      await open(page, url)
      const fixAll = page.getByRole('button', { name: 'Fix all', exact: true })
      await paste(page, sound)
      await waitForFindings(page, 0)
      expect(await fixAll.isDisabled(), true)
      await paste(page, `${sound}forwarder:\n  idleCircuitTimeut: 60000\n`)
      await waitForFindings(page, 1)
      await fixAll.click()
      const dialog = page.getByRole('dialog')
      const box = dialog.getByRole('checkbox')
      expect(await box.isChecked(), false)
      expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled(), true)
      await box.check()
      await dialog.locator('.cm-changedLine').getByText('idleCircuitTimeout').waitFor()
      await dialog.locator('.cm-deletedChunk').getByText('idleCircuitTimeut').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await waitForFindings(page, 1)
      await paste(page, `${sound}forwarder:\n  latencyProbeInterval: 10\n`)
      await findings(page).filter({ hasText: 'obsolete-key' }).waitFor()
      await fixAll.click()
      expect(await box.isChecked(), true)
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await page.getByRole('status').getByText('One finding fixed, none left').waitFor()
      await waitForFindings(page, 0)
      await editor(page).click()
      await page.keyboard.press('Control+Z')
      await waitForFindings(page, 1)
    },
  },
  {
    name: 'a fix for a text that has changed since is not made at its old place',
    play: async (page, url) => {
      await page.addInitScript(`
        const { postMessage } = Worker.prototype
        Worker.prototype.postMessage = function (message) {
          const isHeld = globalThis.holdsChecks && JSON.stringify(message).includes('textDocument/diagnostic')
          if (isHeld) globalThis.sendHeld = () => postMessage.call(this, message)
          else postMessage.call(this, message)
        }`)
      await open(page, url)
      const fix = findings(page).getByRole('button', { name: /^Rename idleCircuitTimeut/ })
      await fix.waitFor()
      await page.evaluate('globalThis.holdsChecks = true')
      await editor(page).click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('# a line more\n')
      // The server has the new text, but has not reported findings for it.
      while (!(await page.evaluate('Boolean(globalThis.sendHeld)'))) await page.waitForTimeout(20)
      const before = await editor(page).innerText()
      await fix.click()
      await page.getByRole('status').getByText('its check is under way').waitFor()
      await page.getByRole('button', { name: 'Fix all' }).click()
      expect(await editor(page).innerText(), before)
      expect(await page.getByRole('dialog').count(), 0)
      await page.evaluate('globalThis.holdsChecks = false, globalThis.sendHeld()')
      await findings(page).getByText('line 15').waitFor()
      await fix.click()
      await editor(page).getByText('idleCircuitTimeout: 600000').waitFor()
    },
  },
  {
    name: 'the panels show effective values, an upgrade, an explanation and links',
    play: async (page, url) => {
      await open(page, url)
      const effective = await openTab(page, 'Effective')
      await effective.getByText('idleCircuitTimeout: 60000').waitFor()
      const upgrade = await openTab(page, 'Upgrade')
      await upgrade.getByRole('combobox', { name: 'From' }).selectOption('0.30')
      await upgrade.getByText('changes from 0.30').waitFor()
      const explain = await openTab(page, 'Explain')
      await page.locator('.cm-line').getByText('endpoint').click()
      await explain.getByText('ctrl.endpoint').first().waitFor()
      await explain.getByRole('combobox', { name: 'Key or rule' }).fill('unknown-key')
      await page.keyboard.press('Enter')
      await explain.getByText('unknown-key').first().waitFor()
      for (const [word, answer] of [
        ['ctrl', 'defaultRequestTimeout'],
        ['link dialers backoff', 'link.dialers[].healthyDialBackoff'],
      ] as const) {
        await explain.getByRole('combobox', { name: 'Key or rule' }).fill(word)
        await page.keyboard.press('Enter')
        await explain.getByText(answer, { exact: true }).waitFor()
      }
      await explain.getByRole('combobox', { name: 'Key or rule' }).fill('')
      await page.getByRole('combobox', { name: 'Sample' }).selectOption('no-common-group')
      const links = await openTab(page, 'Links')
      await links.getByText('no common group').first().waitFor()
      await page.getByRole('button', { name: 'Fix this sample' }).click()
      await links.getByText('east and west').waitFor()
    },
  },
  {
    name: 'tabs are moved through with arrow keys',
    play: async (page, url) => {
      await open(page, url)
      await page.getByRole('tab', { name: 'Effective' }).focus()
      await page.keyboard.press('ArrowRight')
      expect(await page.getByRole('tab', { selected: true }).innerText(), 'Upgrade')
      await page.keyboard.press('End')
      expect(await page.getByRole('tab', { selected: true }).innerText(), 'Links')
      await page.keyboard.press('ArrowRight')
      expect(await page.getByRole('tab', { selected: true }).innerText(), 'Effective')
    },
  },
  {
    name: 'every sample is broken, and clean when it is fixed',
    play: async (page, url) => {
      await open(page, url)
      const picker = page.getByRole('combobox', { name: 'Sample' })
      const names = await picker
        .locator('option')
        .evaluateAll((all) =>
          all.map((option) => option.getAttribute('value') ?? '').filter(Boolean),
        )
      expect(names.length >= 8, true)
      for (const name of names) {
        await picker.selectOption(name)
        await findings(page).first().waitFor()
        await page.getByRole('button', { name: 'Fix this sample' }).click()
        await waitForFindings(page, 0)
      }
    },
  },
  {
    name: 'the fix of a sample replaces no other text',
    play: async (page, url) => {
      await open(page, url)
      const fix = page.getByRole('button', { name: 'Fix this sample' })
      const reason = page.getByText('The text was edited, so it is not replaced')
      expect(await fix.isDisabled(), false)
      await paste(page, broken)
      await reason.waitFor()
      expect(await fix.isDisabled(), true)
      await page.keyboard.press('Control+Z')
      await reason.waitFor({ state: 'hidden' })
      await fix.click()
      await waitForFindings(page, 0)
      await fix.waitFor({ state: 'hidden' })
      expect(await reason.isVisible(), false)
    },
  },
  {
    name: 'a given address is followed in a tab that has files open, and a reload keeps the tab',
    play: async (page, url) => {
      await open(page, url)
      await editor(page).click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('# edited')
      await openTab(page, 'Links')
      await page.waitForURL((address) => address.searchParams.get('tab') === 'Links')
      await page.reload()
      await page.getByRole('tab', { name: 'Links', selected: true }).waitFor()
      await page.goto(`${url}playground/?release=1.6&rules=unknown-key:info&tab=Upgrade`)
      await page.getByRole('tab', { name: 'Upgrade', selected: true }).waitFor()
      await findings(page).filter({ hasText: 'Info' }).first().waitFor()
      expect(await page.getByRole('combobox', { name: 'Release' }).inputValue(), '1.6')
      expect(await editor(page).innerText(), /^# edited/)
    },
  },
  {
    name: 'a reload keeps edits and what undo takes back, and asks nothing',
    play: async (page, url) => {
      const dialogs: string[] = []
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.type())
        void dialog.accept()
      })
      await open(page, url)
      const files = page.getByRole('navigation', { name: 'Files' })
      const before = await editor(page).innerText()
      await editor(page).click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('# edited')
      await files.getByText('unsaved').waitFor({ state: 'attached' })
      await page.reload()
      await findings(page).first().waitFor()
      expect(await editor(page).innerText(), /^# edited/)
      await editor(page).click()
      // Slow typing is split into several undo steps.
      for (let step = 0; step < 8; step += 1) await page.keyboard.press('Control+Z')
      expect(await editor(page).innerText(), before)
      await files.getByText('unsaved').waitFor({ state: 'detached' })
      expect(dialogs, [])
    },
  },
  {
    name: 'a sample loses no edit: undo, Back and other pages bring it again',
    play: async (page, url) => {
      await open(page, url)
      const edit = async (text: string): Promise<void> => {
        await editor(page).click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.type(text)
      }
      await edit('# first')
      const sample = page.getByRole('combobox', { name: 'Sample' })
      await sample.selectOption('written-for-another-release')
      await findings(page).filter({ hasText: 'newer-key' }).waitFor()
      await editor(page).click()
      await page.keyboard.press('Control+Z')
      expect(await editor(page).innerText(), /^# first/)
      await page.keyboard.press('Control+Y')
      await edit('# second')
      await page.goBack()
      await page.locator('.cm-line').getByText('# first').waitFor()
      await page.goForward()
      await page.locator('.cm-line').getByText('# second').waitFor()
      await page.getByRole('link', { name: 'Mesh' }).first().click()
      await page.getByRole('heading', { level: 1, name: /mesh|link/i }).waitFor()
      await page.goBack()
      await page.locator('.cm-line').getByText('# second').waitFor()
      await page.goBack()
      await page.locator('.cm-line').getByText('# first').waitFor()
      await page.reload()
      await page.locator('.cm-line').getByText('# first').waitFor()
    },
  },
  {
    name: 'a file with a secret is in no storage, and leaving asks first',
    play: async (page, url) => {
      const dialogs: string[] = []
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.type())
        void dialog.accept()
      })
      await open(page, url)
      await paste(page, `${broken}# password: hunter2\n`)
      await page.getByRole('status').getByText('is not kept for a reload').waitFor()
      expect(
        await page.evaluate<boolean>("JSON.stringify(sessionStorage).includes('hunter2')"),
        false,
      )
      await page.reload()
      await findings(page).first().waitFor()
      expect(dialogs, ['beforeunload'])
    },
  },
  {
    name: 'the focus stays in sight after a fix and after a choice of a file',
    play: async (page, url) => {
      const readFocus = (): Promise<string> =>
        page.evaluate(
          "(() => { let at = document.activeElement; while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement; return `${at?.tagName} ${at?.getAttribute('aria-label') ?? at?.textContent}` })()",
        )
      await open(page, url)
      const text = `${sound}forwarder:\n  linkDialWorkrCount: 16\n  idleCircuitTimeut: 60000\n`
      await page.getByLabel('Open files').setInputFiles(
        ['one.yml', 'two.yml'].map((name) => ({
          name,
          mimeType: 'text/yaml',
          buffer: Buffer.from(text),
        })),
      )
      const first = page.getByRole('button', { name: /^Warning, line \d+, unknown key/i }).first()
      await first.waitFor()
      await page.getByRole('navigation', { name: 'Files' }).getByText('two.yml').focus()
      await page.keyboard.press('Enter')
      await page.waitForTimeout(500)
      expect(await readFocus(), /^BUTTON two\.yml/)
      const fix = findings(page).getByRole('button', { name: /to linkDialWorkerCount/ })
      await fix.focus()
      await page.keyboard.press('Enter')
      await fix.waitFor({ state: 'detached' })
      await page.waitForTimeout(500)
      expect(await readFocus(), /^BUTTON Warning, line/)
      await findings(page)
        .getByRole('button', { name: /to idleCircuitTimeout/ })
        .focus()
      await page.keyboard.press('Enter')
      await findings(page).filter({ hasText: 'idleCircuitTimeut' }).waitFor({ state: 'detached' })
      await page.waitForTimeout(500)
      expect((await readFocus()).startsWith('BODY'), false)
    },
  },
  {
    name: 'a shared link brings back the files without their secrets',
    play: async (page, url) => {
      await open(page, url)
      await paste(page, `${broken}# password: hunter2\n`)
      await page.getByRole('combobox', { name: 'Release' }).selectOption('1.6')
      await page.getByRole('button', { name: 'Share' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('One secret was replaced').waitFor()
      const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
      expect(page.url(), link)
      const other = await page.context().newPage()
      await other.goto(link)
      await findings(other).filter({ hasText: 'value-out-of-range' }).waitFor()
      await editor(other).click()
      await other.keyboard.press('Control+End')
      expect(await editor(other).innerText(), /linkDialWorkerCount: 1\n[^]*# password: …/)
      expect(await other.getByRole('combobox', { name: 'Release' }).inputValue(), '1.6')
    },
  },
  {
    name: 'a damaged link is refused in a sentence',
    play: async (page, url) => {
      await page.goto(`${url}playground/#files=1.AAAA`)
      await page.getByRole('status').getByText('The link is damaged').waitFor()
      await findings(page).first().waitFor()
    },
  },
  {
    name: 'a link that unpacks to gigabytes is refused at once, and the page stays usable',
    play: async (page, url) => {
      const bomb = deflateRawSync(Buffer.alloc(1_000_000_000, 'a'))
      const start = Date.now()
      await page.goto(`${url}playground/#files=1.${bomb.toString('base64url')}`)
      await page.getByRole('status').getByText('The files of the link are too large').waitFor()
      await findings(page).first().waitFor()
      console.log(`        ${bomb.length} bytes for 1 GB, refused after ${Date.now() - start} ms`)
      await paste(page, broken)
      await findings(page).filter({ hasText: 'value-out-of-range' }).waitFor()
    },
  },
  {
    name: 'a file is downloaded as it is in the editor',
    play: async (page, url) => {
      await open(page, url)
      await paste(page, broken)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download' }).click()
      const download = await downloading
      expect(download.suggestedFilename(), 'router.yml')
      expect(readFileSync(await download.path(), 'utf8'), broken)
    },
  },
  {
    name: 'files are opened beside others, and compared with them',
    play: async (page, url) => {
      await open(page, url)
      const north = sound.replaceAll('pki/', '/etc/ziti/')
      const south = north.replaceAll('router.example.com', 'south.example.com')
      await page.getByLabel('Open files').setInputFiles([
        { name: 'north.yml', mimeType: 'text/yaml', buffer: Buffer.from(north) },
        { name: 'south.yml', mimeType: 'text/yaml', buffer: Buffer.from(south) },
      ])
      const files = page.getByRole('navigation', { name: 'Files' })
      await files.getByRole('button', { name: 'south.yml', exact: true }).click()
      // The sample was not edited, so it is closed.
      expect(await files.getByRole('button', { name: 'Close router.yml' }).count(), 0)
      await findings(page).filter({ hasText: 'fleet-same-' }).first().waitFor()
      await files.getByRole('button', { name: 'Close north.yml' }).click()
      await findings(page).filter({ hasText: 'fleet-same-' }).first().waitFor({ state: 'detached' })
    },
  },
  {
    name: 'markup in texts, names and links stays text',
    play: async (page, url) => {
      await open(page, url)
      await page.getByLabel('Open files').setInputFiles([
        {
          name: `${hostile.replaceAll('/', '')}.yml`,
          mimeType: 'text/yaml',
          buffer: Buffer.from(`${sound}'${hostile}': '${hostile}'\n`),
        },
      ])
      await findings(page).filter({ hasText: 'onerror' }).first().waitFor()
      for (const tab of ['Effective', 'Upgrade', 'Explain', 'Links']) {
        await openTab(page, tab)
        await page.waitForTimeout(400)
      }
      await findings(page).filter({ hasText: 'onerror' }).getByRole('button').first().click()
      await page.locator('.cm-lintRange').last().hover()
      await page.locator('.cm-tooltip').first().waitFor()
      const explain = await openTab(page, 'Explain')
      await explain.getByRole('combobox', { name: 'Key or rule' }).fill(hostile)
      await page.keyboard.press('Enter')
      await explain.getByText('No key or rule has the name <img').waitFor()
      await expectHarmless(page)
    },
  },
  {
    name: 'a file of 5 MB is refused, and the page stays usable',
    play: async (page, url) => {
      await open(page, url)
      const large = '# large\n'.repeat(650_000)
      await page
        .getByLabel('Open files')
        .setInputFiles([{ name: 'large.yml', mimeType: 'text/yaml', buffer: Buffer.from(large) }])
      await page.getByRole('status').getByText('too large').waitFor()
      await paste(page, large)
      await page.getByRole('status').getByText('The text is too large').waitFor()
      await paste(page, broken)
      await findings(page).filter({ hasText: 'value-out-of-range' }).waitFor()
    },
  },
  {
    name: 'a template is checked with its values, and its effective configuration is shown',
    play: async (page, url) => {
      await open(page, url)
      const template = `apiVersion: v1
kind: ConfigMap
metadata: { name: router }
data:
  router.yml: |
${sound.replace('v: 3\n', 'v: 3\nforwarder:\n  linkDialWorkerCount: {{ .Values.workers.links }}\n').replaceAll(/^(?=.)/gm, '    ')}`
      const chart = mkdtempSync(join(tmpdir(), 'routerfile-'))
      mkdirSync(join(chart, 'templates'))
      writeFileSync(join(chart, 'templates/configmap.yaml'), template)
      writeFileSync(join(chart, 'values.yaml'), 'workers:\n  links: 1\n')
      await page.getByLabel('Open folder').setInputFiles(chart)
      const files = page.getByRole('navigation', { name: 'Files' })
      await files
        .getByRole('button', { name: /^(?!Close).*configmap/ })
        .first()
        .click()
      await findings(page).filter({ hasText: 'value-out-of-range' }).waitFor()
      rmSync(chart, { recursive: true })
      expect(await findings(page).first().innerText(), /line 9.*linkDialWorkerCount.*is 1/s)
      await page.getByText(/^Rendered with/).waitFor()
      await files
        .getByRole('button', { name: /^(?!Close).*values/ })
        .first()
        .click()
      await page.getByText(/^The values for/).waitFor()
      await editor(page).click()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.type('6')
      await files
        .getByRole('button', { name: /^(?!Close).*configmap/ })
        .first()
        .click()
      await waitForFindings(page, 0)
      const effective = await openTab(page, 'Effective')
      await effective.getByText('linkDialWorkerCount: 16').waitFor()
      await page.getByRole('button', { name: 'Open the rendered file' }).click()
      await page.locator('.cm-line').getByText('linkDialWorkerCount: 16').waitFor()
    },
  },
  {
    name: 'values are added to a pasted template, and hostile ones are harmless',
    play: async (page, url) => {
      await open(page, url)
      await paste(
        page,
        `${sound}forwarder:\n  idleCircuitTimeout: {{ .Values.idle }}\n  __proto__: {{ .Values.constructor.name | default "x" }}\n`,
      )
      await page.getByRole('button', { name: 'Add values' }).click()
      await page.locator('.cm-line').getByText('idle:').waitFor()
      for (const values of [
        `idle: '${hostile}'\nconstructor: { name: { __proto__: 1 } }\n`,
        `a: &a [x]\n${'b: [*a, *a]\n'.repeat(20_000)}`,
        hostile,
        'idle: 60000\n',
      ]) {
        const files = page.getByRole('navigation', { name: 'Files' })
        await files.getByRole('button', { name: 'values.yaml', exact: true }).click()
        await paste(page, values)
        await files.getByRole('button', { name: 'router.yml', exact: true }).click()
        await page.getByText(/^(?:Not rendered|Rendered) with/).waitFor()
      }
      await page.getByText(/^Rendered with/).waitFor()
      await expectHarmless(page)
    },
  },
  {
    name: 'hostile templates and aliases leave the page usable',
    play: async (page, url) => {
      await open(page, url)
      const loops = `${'{% for a in b %}\n'.repeat(40)}${sound}${'{% endfor %}\n'.repeat(40)}`
      const aliases = Array.from(
        { length: 30 },
        (_, index) => `a${index}: &a${index} [${`*a${index - 1}, `.repeat(9)}]`,
      ).join('\n')
      await page.getByLabel('Open files').setInputFiles([
        { name: 'loops.yml.j2', mimeType: 'text/yaml', buffer: Buffer.from(loops) },
        { name: 'aliases.yml', mimeType: 'text/yaml', buffer: Buffer.from(`${sound}${aliases}`) },
      ])
      await page.waitForTimeout(1000)
      await page
        .getByLabel('Open files')
        .setInputFiles([{ name: 'broken.yml', mimeType: 'text/yaml', buffer: Buffer.from(broken) }])
      await findings(page).filter({ hasText: 'value-out-of-range' }).waitFor({ timeout: 60_000 })
    },
  },
]
