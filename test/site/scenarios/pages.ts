import type { Page } from 'playwright-core'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'

/** Searches that operators make, and the page that must be among the first results. */
const queries: readonly [query: string, page: RegExp][] = [
  ['wrong dial timeout', /keys\/.*(?:[dD]ial|connect)\w*Timeout|keys\/.*dialers.*connectTimeout/],
  ['unknown key', /rules\/unknown-key/],
  ['port already in use', /rules\/.*(?:port|bind|address)/],
  ['advertise localhost', /rules\/advertise-loopback/],
  ['certificate expired', /rules\/certificate-expired/],
  ['enrollment token', /guides\/generate|keys\/.*|generator/],
  ['heartbeat interval', /keys\/.*heartbeats/],
  ['link groups', /keys\/link\.(?:dialers|listeners)\.groups/],
  ['tproxy mode', /keys\/.*mode|rules\/.*mode/],
  ['helm values', /guides\/(?:templates|embedded|playground)/],
  ['suppress a warning', /guides\/suppressions|rules\/.*-suppression/],
  ['pre-commit', /guides\/ci/],
]

async function search(page: Page, query: string): Promise<string[]> {
  await page.getByRole('searchbox').fill(query)
  await page.locator('#localsearch-list li').first().waitFor()
  // Results of the previous query stay until those of this one arrive.
  await page.waitForTimeout(500)
  return page
    .locator('#localsearch-list li a')
    .evaluateAll((links) => links.slice(0, 5).map((link) => link.getAttribute('href') ?? ''))
}

/** Scenarios of the documentation. */
export const pages: readonly Scenario[] = [
  {
    name: 'the file of the front page heals on a click, and nothing moves',
    play: async (page, url) => {
      await page.goto(url)
      const file = page.getByRole('region', { name: 'A file with a mistake' })
      const status = file.getByRole('status')
      expect(await status.innerText(), /ignores 1 key/)
      const strip = file.getByRole('list').filter({ visible: true })
      const before = await strip.boundingBox()
      await file.getByRole('button', { name: 'Fix it' }).click()
      expect(await status.locator('.healed').isVisible(), true)
      expect(await status.locator('.broken').isVisible(), false)
      expect(await file.getByText('idleCircuitTimeout: 600000').isVisible(), true)
      expect(await file.getByText('idleCircuitTimeut: 600000').isVisible(), false)
      expect(await strip.boundingBox(), before)
      await file.getByRole('button', { name: 'Break it again' }).click()
      expect(await status.locator('.broken').isVisible(), true)
    },
  },
  {
    name: 'the line that installs the command is copied whole, which is said, and the focus stays',
    play: async (page, url) => {
      await page.goto(url)
      const button = page.getByRole('button', { name: 'Copy' })
      await button.click()
      const said = page.getByRole('status').getByText('Copied', { exact: true })
      await said.waitFor()
      await said.waitFor({ state: 'hidden' })
      expect(await page.evaluate('document.activeElement.className'), 'copy')
      const text = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(text, 'npm ci && npm run build && npm install --global .')
    },
  },
  {
    name: 'the commands of all guides are read whole, with their comments above them',
    play: async (page, url) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`${url}guides/start.html`)
      const guides = await page
        .locator('.VPSidebar a[href*="/guides/"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      expect(guides.length > 20, true)
      for (const path of guides) {
        await page.goto(new URL(path, url).href)
        const cut = await page
          .locator('.language-sh pre')
          .evaluateAll((blocks) =>
            blocks.flatMap(({ scrollWidth, clientWidth, textContent }) =>
              scrollWidth > clientWidth || / {2,}# /.test(textContent) ? [textContent] : [],
            ),
          )
        expect({ path, cut }, { path, cut: [] })
      }
      await page.goto(`${url}guides/ci.html`)
      const isColored = await page.evaluate<boolean>(`(() => {
        const comment = document.querySelector('.language-sh .comment')
        return getComputedStyle(comment).color !== getComputedStyle(comment.parentElement).color
      })()`)
      expect(isColored, true)
    },
  },
  {
    name: 'the list of rules is filtered, and the filter is in the address',
    play: async (page, url) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`${url}rules/index.html`)
      const rows = page.getByRole('table').locator('tbody tr').filter({ visible: true })
      const all = await rows.count()
      await page.getByRole('combobox', { name: 'Severity' }).selectOption('warning')
      await page.getByRole('combobox', { name: 'Section' }).selectOption('edge')
      await page.getByText(new RegExp(`^\\d+ of ${all} rules$`)).waitFor()
      const left = await rows.count()
      expect(left > 0 && left < all / 2, true)
      await page.reload()
      await page.getByText(`${left} of ${all} rules`).waitFor()
      expect(await rows.count(), left)
      const box = await page.getByRole('table').boundingBox()
      expect(box !== null && box.x + box.width > 1150 && box.x + box.width <= 1280, true)
    },
  },
  {
    name: 'pages of keys and rules say where they are in the sidebar, and mark findings at their place',
    play: async (page, url) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`${url}keys/link.dialers.html`)
      const place = page.locator('.VPSidebar a[aria-current]')
      await place.waitFor()
      expect(await place.innerText(), 'link')
      await page.goto(`${url}rules/unknown-key.html`)
      await place.waitFor()
      expect(await place.innerText(), 'unknown-key')
      const box = await place.boundingBox()
      expect(box !== null && box.y > 0 && box.y + box.height < 800, true)
      // The example marks the same words as the editor underlines.
      const marks = page.locator('.example.wrong pre mark')
      expect(await marks.first().getAttribute('class'), 'warning')
      expect((await marks.first().innerText()).includes(':'), false)
    },
  },
  {
    name: 'a rule about many sections counts them, and names them on a click',
    play: async (page, url) => {
      await page.goto(`${url}rules/index.html`)
      const sections = page.locator('.rules td details').first()
      expect(await sections.innerText(), /^\d+ sections$/)
      await sections.locator('summary').click()
      expect(await sections.innerText(), /sections\s+\w+, \w+/)
    },
  },
  {
    name: 'rules and keys lead to each other, and an example to the playground',
    play: async (page, url) => {
      await page.goto(`${url}keys/forwarder.linkDialWorkerCount.html`)
      await page.getByRole('link', { name: 'value-out-of-range' }).click()
      await page.getByRole('heading', { level: 1, name: 'value-out-of-range' }).waitFor()
      await page.getByRole('link', { name: 'forwarder', exact: true }).waitFor()
      await page.getByRole('link', { name: 'Edit in the playground' }).first().click()
      await page
        .getByRole('list', { name: 'Findings' })
        .getByText('value-out-of-range', { exact: true })
        .first()
        .waitFor()
    },
  },
  {
    name: 'an example is edited in its place, and its edits go to the playground',
    play: async (page, url) => {
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(request.url()))
      await page.goto(`${url}rules/unknown-key.html`)
      const wrong = page.locator('.example.wrong')
      await wrong.getByRole('button', { name: 'Edit here' }).waitFor()
      expect(
        loaded.filter((address) => address.includes('/tools/')),
        [],
      )
      await wrong.getByRole('button', { name: 'Edit here' }).click()
      const findings = wrong.getByRole('list', { name: 'Findings' })
      await findings.getByText('unknown-key', { exact: true }).waitFor()
      // The focus is at the mistake, so the typed text goes to its line.
      await page.keyboard.press('End')
      await page.keyboard.type(' # edited')
      await wrong.locator('.cm-line').getByText('# edited').waitFor()
      // A fix can only be applied after the edit is checked.
      const fix = findings.getByRole('button', { name: /to linkDialWorkerCount$/ })
      for (let tries = 0; (await fix.count()) > 0 && tries < 50; tries += 1) {
        // The button disappears with its finding, maybe during the click.
        await fix.click({ timeout: 1000 }).catch(() => undefined)
        await page.waitForTimeout(100)
      }
      await wrong.getByText('No findings').waitFor()
      await wrong.getByRole('button', { name: 'Show the example' }).click()
      await wrong.locator('pre').waitFor()
      await wrong.getByRole('button', { name: 'Edit here' }).click()
      await wrong.locator('.cm-line').getByText('# edited').waitFor()
      await wrong.getByRole('link', { name: 'Edit in the playground' }).click()
      await page.locator('.playground .cm-line').getByText('# edited').waitFor()
    },
  },
  {
    name: 'an example of several files is edited file by file, for the chosen release',
    play: async (page, url) => {
      await page.goto(`${url}rules/fleet-same-advertise.html`)
      const wrong = page.locator('.example.wrong')
      await wrong.getByRole('button', { name: 'Edit here' }).click()
      const files = wrong.getByRole('group', { name: 'Files' }).getByRole('button')
      await files.nth(1).click()
      expect(await files.nth(1).getAttribute('aria-pressed'), 'true')
      await wrong.getByRole('link', { name: 'fleet-same-advertise' }).first().waitFor()
      await page.goto(`${url}keys/connectEvents.enabled.html`)
      const right = page.locator('.example.right')
      await right.getByRole('button', { name: 'Edit here' }).click()
      await right.getByText('No findings: a router of release 2.0').waitFor()
      await page.getByRole('combobox', { name: 'Release' }).selectOption('1.1')
      await right.getByRole('link', { name: 'newer-key' }).waitFor()
    },
  },
  {
    name: 'an example whose editor is blocked says so, and stays',
    play: async (page, url) => {
      await page.route('**/tools/example.js', (route) =>
        route.fulfill({ body: 'throw 1', contentType: 'text/javascript' }),
      )
      await page.goto(`${url}rules/unknown-key.html`)
      const wrong = page.locator('.example.wrong')
      await wrong.getByRole('button', { name: 'Edit here' }).click()
      await wrong.getByRole('status').getByText('The editor does not work here').waitFor()
      await wrong.getByText('forwarder:').waitFor()
    },
  },
  {
    name: 'the page of a key says what holds in the chosen release',
    play: async (page, url) => {
      await page.goto(`${url}keys/link.dialers.split.html`)
      const newer = page.getByText('For links to routers before 1.6.6')
      await newer.first().waitFor()
      await page.getByRole('combobox', { name: 'Release' }).selectOption('1.1')
      await page.getByText('Whether payloads and acknowledgments').first().waitFor()
      await newer.first().waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'the release that was chosen is that of all pages and tools',
    play: async (page, url) => {
      await page.goto(`${url}keys/forwarder.idleCircuitTimeout.html`)
      await page.getByRole('button', { name: /^1\.6: / }).click()
      expect(await page.getByRole('combobox', { name: 'Release' }).inputValue(), '1.6')
      await page.goto(`${url}rules/unknown-key.html`)
      expect(
        await page.getByRole('button', { name: /^1\.6: / }).getAttribute('aria-pressed'),
        'true',
      )
      await page.getByRole('link', { name: 'Playground', exact: true }).first().click()
      await page.getByText(/^Release 1\.6\.\d+ /).waitFor()
      await page.getByRole('combobox', { name: 'Release' }).selectOption('1.4')
      await page.getByRole('link', { name: 'Generator', exact: true }).first().click()
      const release = page.getByRole('combobox', { name: 'Release' })
      await release.waitFor()
      expect(await release.inputValue(), '1.4')
      await page.getByRole('link', { name: 'Mesh', exact: true }).first().click()
      await page.getByRole('figure', { name: /^Links between/ }).waitFor()
      expect(await release.inputValue(), '1.4')
      await release.selectOption('1.1')
      await page.getByRole('link', { name: 'Keys', exact: true }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor()
      expect(await release.inputValue(), '1.1')
    },
  },
  {
    name: 'titles of keys are their paths alone, also among the results of the search',
    play: async (page, url) => {
      await page.goto(url)
      await page.getByRole('button', { name: 'Search' }).first().click()
      await search(page, 'idle circuit timeout')
      const results = await page.locator('#localsearch-list li').allInnerTexts()
      expect(
        results.some((text) => text.includes('forwarder.idleCircuitTimeout')),
        true,
      )
      expect(
        results.filter((text) => text.includes('(')),
        [],
      )
    },
  },
  {
    name: 'the guides begin with Getting started',
    play: async (page, url) => {
      await page.goto(url)
      await page.getByRole('link', { name: 'Guides' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor()
      expect(
        await page.locator('.VPSidebar').getByRole('link').first().innerText(),
        'Getting started',
      )
    },
  },
  {
    name: 'the search finds what operators look for',
    play: async (page, url) => {
      await page.goto(url)
      await page.getByRole('button', { name: 'Search' }).first().click()
      const missed: string[] = []
      for (const [query, expected] of queries) {
        const results = await search(page, query)
        if (!results.some((address) => expected.test(address)))
          missed.push(`${query}: ${results.join(', ')}`)
      }
      expect(missed, [])
    },
  },
]
