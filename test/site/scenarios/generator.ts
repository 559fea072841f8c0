import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import encodeQR from 'qr'
import { strFromU8, unzipSync } from 'fflate'
import { generate } from '../../../src/generate/generate.js'
import { tokenWith } from '../../support/enrollment.js'
import { expect } from '../expect.js'
import { measureLongestTask, recordLongTasks } from '../long-tasks.js'
import type { Scenario } from '../scenario.js'

const token = tokenWith({ exp: 4_000_000_000 })

const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}generator/`)
  await page.getByRole('textbox', { name: 'Enrollment token' }).waitFor()
}

/** Returns the router file on the page once it differs from `before`. */
async function readFile(page: Page, before = ''): Promise<string> {
  const region = page.getByRole('region', { name: 'Router file' })
  const deadline = Date.now() + 10_000
  for (;;) {
    const text = (await region.textContent()) ?? ''
    if (text !== before) return text
    if (Date.now() > deadline) throw new Error('the router file did not change')
    await page.waitForTimeout(20)
  }
}

const markup = '<img src=x onerror="document.title=1"><script>document.title=1</script>'

/** Checks that the page still creates a file, whatever the form contained before. */
async function expectUsable(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Enrollment token' }).fill('')
  await page.getByRole('button', { name: 'Fill in an example' }).click()
  await page.getByText('north.yml for release').waitFor()
}

/** Scenarios of the generator. */
export const generator: readonly Scenario[] = [
  {
    name: 'the generator makes the file of a token and a host, as the command line does',
    play: async (page, url) => {
      await open(page, url)
      await page.getByRole('textbox', { name: 'Enrollment token' }).fill(token)
      await page.getByRole('combobox', { name: 'Purpose' }).selectOption('public')
      await page.getByRole('textbox', { name: 'Advertised host' }).fill('north.example.com')
      const made = generate({
        jwt: token,
        preset: 'public',
        advertise: ['north.example.com'],
        comments: true,
      })
      await page.getByText('router.yml for release').waitFor()
      expect(await readFile(page), made.ok && made.text)
      const facts = page.getByRole('group', { name: 'Enrollment', exact: true })
      expect(await facts.innerText(), /Router id\s+kX3\.router\s/)
    },
  },
  {
    name: 'the generator downloads the files of a platform with the token',
    play: async (page, url) => {
      await open(page, url)
      await page.getByRole('textbox', { name: 'Enrollment token' }).fill(token)
      await page.getByRole('combobox', { name: 'Platform' }).selectOption('docker')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('north')
      await page.getByText('north.yml for release').waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download bundle' }).click()
      const zip = unzipSync(readFileSync(await (await download).path()))
      expect(Object.keys(zip).sort(), ['.env', 'compose.yml', 'north.jwt', 'north.yml'])
      expect(strFromU8(zip['north.yml'] ?? new Uint8Array()), await readFile(page))
      expect((await page.getByRole('list', { name: 'Steps' }).innerText()).trim(), /docker compose/)
    },
  },
  {
    name: 'beside the empty form there is an example, which the first answer replaces',
    play: async (page, url) => {
      await open(page, url)
      await page.getByText('An example, for north.example.com').waitFor()
      expect(await readFile(page), /north\.example\.com/)
      expect(await page.getByRole('button', { name: 'Download', exact: true }).isDisabled(), true)
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('south')
      const missing = page.getByRole('list', { name: 'Missing answers' })
      await missing.getByRole('listitem').first().waitFor()
      expect(await page.getByRole('region', { name: 'Router file' }).textContent(), '')
      await missing
        .getByRole('button', { name: 'Enrollment token' })
        .or(missing.getByRole('button', { name: 'Controllers' }))
        .first()
        .click()
      expect(await page.evaluate('document.activeElement.closest("[data-answer]") !== null'), true)
    },
  },
  {
    name: 'what the generator requires is above the fold, and its result is one tap away on a phone',
    play: async (page, url) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(page, url)
      for (const name of ['Enrollment token', 'Controllers', 'Name', 'Advertised host']) {
        const box = await page.getByRole('textbox', { name, exact: true }).boundingBox()
        expect({ name, isAbove: box !== null && box.y + box.height < 800 }, { name, isAbove: true })
      }
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Fill in an example' }).click()
      await page.getByRole('button', { name: 'Result', exact: true }).click()
      await page.waitForTimeout(300)
      const box = await page
        .getByRole('heading', { name: 'Router file', exact: true })
        .boundingBox()
      expect(box !== null && box.y > 0 && box.y < 400, true)
      await page.getByRole('button', { name: 'Form', exact: true }).click()
    },
  },
  {
    name: 'the generator copies each command, and hands its file to the playground',
    play: async (page, url) => {
      await open(page, url)
      await page.getByRole('button', { name: 'Fill in an example' }).click()
      await page.getByText('north.yml for release').waitFor()
      const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
      // The token is not in the form, so the first step has no command that saves it.
      expect(await steps.first().innerText(), /^save\s+the enrollment token of the router as north/)
      expect(await steps.first().getByRole('button').count(), 0)
      await page.getByRole('button', { name: 'Copy steps' }).click()
      const script = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(script, /^# save: the enrollment token of the router as north\.jwt\n# user\nid ziti/)
      const step = steps.nth(1)
      await step.getByRole('button').click()
      expect(
        await page.evaluate<string>('navigator.clipboard.readText()'),
        await step.locator('code').innerText(),
      )
      await page.getByRole('button', { name: 'Open in the playground' }).click()
      const editor = page.getByRole('textbox', { name: 'Router file' })
      await editor.getByText('north.example.com').first().waitFor()
      expect(page.url().includes('#'), false)
    },
  },
  {
    name: 'the answers of the generator stay after Back, and those that are not secret after a reload',
    play: async (page, url) => {
      await open(page, url)
      const field = page.getByRole('textbox', { name: 'Enrollment token' })
      const host = page.getByRole('textbox', { name: 'Advertised host' })
      const purpose = page.getByRole('combobox', { name: 'Purpose' })
      await field.fill(token)
      await purpose.selectOption('public')
      await host.fill('north.example.com')
      await page.getByText('router.yml for release').waitFor()
      await page.getByRole('button', { name: 'Open in the playground' }).click()
      await page.getByRole('textbox', { name: 'Router file' }).waitFor()
      await page.goBack()
      await host.waitFor()
      expect(await host.inputValue(), 'north.example.com')
      expect(await purpose.inputValue(), 'public')
      expect(await field.inputValue(), token)
      await page.getByText('router.yml for release').waitFor()
      await page.reload()
      await host.waitFor()
      expect(await host.inputValue(), 'north.example.com')
      expect(await field.inputValue(), '')
      expect(
        await page.evaluate<boolean>(
          `(JSON.stringify(sessionStorage) + JSON.stringify(localStorage)).includes('${token}')`,
        ),
        false,
      )
      await page.getByRole('button', { name: 'Clear the form' }).click()
      expect(await host.inputValue(), '')
      await page.getByText('An example, for north.example.com').waitFor()
      await page.reload()
      await host.waitFor()
      expect(await host.inputValue(), '')
    },
  },
  {
    name: 'the generator reads a token from the picture of its QR code',
    play: async (page, url) => {
      await open(page, url)
      await page.getByLabel('Open file or QR picture').setInputFiles({
        name: 'token.gif',
        mimeType: 'image/gif',
        buffer: Buffer.from(encodeQR(token, 'gif', { scale: 4 })),
      })
      await page.getByText('Router id').waitFor()
      expect(await page.getByRole('textbox', { name: 'Enrollment token' }).inputValue(), token)
    },
  },
  {
    name: 'the generator says next to the field what is wrong, and that a token expired',
    play: async (page, url) => {
      await open(page, url)
      const field = page.getByRole('textbox', { name: 'Enrollment token' })
      await field.fill(tokenWith({ exp: 1_600_000_000 }))
      await page.getByText('Expired', { exact: true }).waitFor()
      const id = (await field.getAttribute('aria-describedby'))?.split(' ')[0] ?? ''
      expect(await page.locator(`#${id}`).innerText(), /expired at 2020/)
      expect(await field.getAttribute('aria-invalid'), 'true')
    },
  },
  {
    name: 'the generator says what is wrong with other answers beside a wrong token, and what a purpose means',
    play: async (page, url) => {
      await open(page, url)
      await page.getByRole('textbox', { name: 'Enrollment token' }).fill('not a token')
      await page.getByRole('textbox', { name: 'Advertised host' }).fill('https://x.example.com')
      await page.keyboard.press('Tab')
      const wrong = page.locator('[data-answer=advertise]')
      expect(await wrong.locator('.problems .error').innerText(), /^✕\s*Invalid host/)
      const readBorder = (selector: string): Promise<string> =>
        page
          .locator(selector)
          .evaluate(
            (element) =>
              element.ownerDocument.defaultView?.getComputedStyle(element).borderTopColor ?? '',
          )
      expect(
        (await readBorder('[data-answer=advertise] input')) ===
          (await readBorder('[data-answer=name] input')),
        false,
      )
      await page.locator('[data-answer=jwt] .problems .error').waitFor()
      // The token may name the controllers, so they are not reported as missing.
      expect(await page.locator('[data-answer=controllers] .problems li').count(), 0)
      await page.getByRole('combobox', { name: 'Purpose' }).selectOption('private')
      await page.locator('[data-answer=preset] .hint').getByText('other routers do not').waitFor()
      const missing = page.getByRole('list', { name: 'Missing answers' })
      expect(await missing.innerText(), /Enrollment token: it must start with/)
    },
  },
  {
    name: 'the generator marks what it requires, and has no command for a step by hand',
    play: async (page, url) => {
      await open(page, url)
      const mark = page.locator('[data-answer=advertise] .required')
      await page.getByRole('combobox', { name: 'Purpose' }).selectOption('public')
      await mark.waitFor()
      await page.getByRole('textbox', { name: 'Advertised host' }).fill('north.example.com')
      await mark.waitFor({ state: 'hidden' })
      await page.getByRole('textbox', { name: 'Enrollment token' }).fill(token)
      await page.getByRole('combobox', { name: 'Platform' }).selectOption('windows')
      const steps = page.getByRole('list', { name: 'Steps' })
      await steps.getByText('install.cmd as administrator').waitFor()
      expect(await steps.getByRole('button').count(), 0)
      expect(await page.getByRole('button', { name: 'Copy steps' }).count(), 0)
    },
  },
  {
    name: 'the generator stays usable whatever is put into its fields',
    play: async (page, url) => {
      await open(page, url)
      const before = await page.title()
      for (const name of ['Name', 'Advertised host', 'Controllers'])
        await page.getByRole('textbox', { name, exact: true }).fill(markup)
      await page.getByRole('textbox', { name: 'Enrollment token' }).fill('eyJ'.repeat(100_000))
      const files = page.getByLabel('Open file or QR picture')
      for (const [name, mimeType, content] of [
        ['x.png', 'image/png', markup],
        ['x.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`],
        ['x.yml', 'text/yaml', `name: '${markup}'\n${'&a [*a, '.repeat(5000)}`],
        ['x.bin', '', '\0\u0001'],
      ] as const)
        await files.setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
      await page.getByText(/x\.bin: it is neither/).waitFor()
      await page.getByText(/problems? in the form/).waitFor()
      expect(await page.title(), before)
      expect(await page.locator('.generator img').count(), 0)
      await page.getByRole('textbox', { name: 'Answers in YAML' }).fill('')
      await expectUsable(page)
    },
  },
  ...(
    [
      ['markup', markup],
      ['control characters', '\u0001\u001b[31m'.repeat(450)],
      ['the address of a script', 'javascript:document.title=1'],
      ['a token with markup in it', tokenWith({ exp: 4_000_000_000, sub: markup, iss: markup })],
    ] as const
  ).map(([what, text]): Scenario => ({
    name: `the generator takes a picture of a QR code with ${what} as text`,
    play: async (page, url) => {
      await open(page, url)
      const before = await page.title()
      await page.getByLabel('Open file or QR picture').setInputFiles({
        name: `${markup.replaceAll('/', '')}.gif`,
        mimeType: 'image/gif',
        buffer: Buffer.from(encodeQR(text, 'gif', { scale: 2, ecc: 'low' })),
      })
      await page.getByText(/problems? in the form/).waitFor()
      const field = page.getByRole('textbox', { name: 'Enrollment token' })
      expect(await field.inputValue(), text)
      expect(await page.title(), before)
      expect(await page.locator('.generator :is(img, script, a[href^="javascript"])').count(), 0)
      await expectUsable(page)
    },
  })),
  {
    name: 'the generator takes markup and huge texts in each of its fields',
    play: async (page, url) => {
      await recordLongTasks(page)
      await open(page, url)
      const before = await page.title()
      for (const summary of await page.locator('.generator form summary').all())
        await summary.click()
      const fields = await page.locator('.generator form').getByRole('textbox').all()
      expect(fields.length > 10, true)
      for (const text of [markup, `${markup} `.repeat(10_000), '{'.repeat(1_000_000)]) {
        for (const field of fields) await field.fill(text)
        await page.getByText(/problems? in the form/).waitFor()
        expect(await page.title(), before)
        expect(await page.locator('.generator :is(img, script)').count(), 0)
      }
      for (const field of fields) await field.fill('')
      await expectUsable(page)
      const { time, ratio } = await measureLongestTask(page)
      console.log(`        longest task ${time} ms (${ratio.toFixed(1)} units)`)
      expect(ratio < 30, true)
    },
  },
]
