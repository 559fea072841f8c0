import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { findBarriers } from '../axe.js'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'

/**
 * Runs `routerfile ui` from `dist` on a folder with `router.yml` and other files, and passes the
 * printed address to `act`. The folder is either an argument or the working directory.
 */
export async function withUi(
  text: string,
  act: (address: string, path: string) => Promise<void>,
  others: Readonly<Record<string, string>> = {},
  way: 'with path' | 'inside' = 'with path',
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
  const path = join(folder, 'router.yml')
  writeFileSync(path, text)
  for (const [name, content] of Object.entries(others)) writeFileSync(join(folder, name), content)
  const cli = resolve('dist/cli.cjs')
  const program =
    way === 'inside'
      ? spawn(process.execPath, [cli, 'ui'], { cwd: folder })
      : spawn(process.execPath, [cli, 'ui', folder])
  try {
    const [address] = await program.stdout.setEncoding('utf8').take(1).toArray()
    await act(String(address).trim(), path)
  } finally {
    program.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const sample = `${readFileSync('fixtures/samples/public.yaml', 'utf8')}forwarder:\n  latencyProbeInterval: 10\n`

const chooser = { name: 'File of the folder' }

/** Opens a file from the board. */
const openFromBoard = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('list', { name: 'Files', exact: true }).getByRole('button', { name }).click()
  await page.getByRole('textbox', { name: 'Router file' }).waitFor()
}

/** A router file whose dialer is in groups. */
const formatDialer = (name: string, groups: string): string =>
  sample
    .replaceAll('router.example.com', `${name}.example.com`)
    .replace('    - binding: transport\n', `    - binding: transport\n      groups: [${groups}]\n`)

/** Files of which one has a misspelled group name. */
const misspelled = {
  'north.yml': formatDialer('north', 'backbone'),
  'east.yml': formatDialer('east', 'local, backbon'),
}

export const ui: readonly Scenario[] = [
  {
    name: 'the board says the same of a file in its list and for its release, whatever other files say of it',
    play: (page) =>
      withUi(
        sample,
        async (address) => {
          await page.goto(address)
          const files = page.getByRole('list', { name: 'Files', exact: true })
          await page.getByText('fleet-same-advertise').first().waitFor()
          const words = await files.locator('.words').allInnerTexts()
          expect(words, ['starts', 'starts'])
          const rows = page.getByRole('table', { name: 'Releases' }).getByRole('row')
          const row = rows.filter({ hasText: 'other.yml' })
          await row.getByRole('cell').first().waitFor()
          const heads = await rows.first().getByRole('columnheader').allInnerTexts()
          const index = heads.findIndex((text) => text.trim() === '2.0')
          expect(
            await row
              .getByRole('cell')
              .nth(index - 1)
              .innerText(),
            /✓/,
          )
        },
        { 'other.yml': sample },
      ),
  },
  {
    name: 'a file of a folder is opened, fixed and saved',
    play: (page) =>
      withUi(sample, async (address, path) => {
        await page.goto(address)
        await openFromBoard(page, 'router.yml')
        await page.getByRole('list', { name: 'Findings' }).getByText('obsolete-key').waitFor()
        await page.getByRole('button', { name: 'Fix all' }).click()
        await page.getByRole('button', { name: 'Apply' }).click()
        await page.getByRole('status').getByText('One finding fixed').waitFor()
        expect(readFileSync(path, 'utf8'), sample)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('status').getByText('is saved').waitFor()
        expect(readFileSync(path, 'utf8').includes('latencyProbeInterval'), false)
      }),
  },
  {
    name: 'the editor shows what comparing a file with others of the folder finds, as the board does',
    play: (page) =>
      withUi(
        sample,
        async (address) => {
          await page.goto(address)
          await page.getByText('fleet-same-advertise').first().waitFor()
          await openFromBoard(page, 'router.yml')
          const findings = page.getByRole('list', { name: 'Findings' })
          await findings.getByText('fleet-same-advertise').first().waitFor()
          await page.getByRole('textbox', { name: 'Router file' }).click()
          await page.keyboard.press('Control+a')
          await page.keyboard.insertText(
            sample.replaceAll('router.example.com', 'north.example.com'),
          )
          await findings.getByText('fleet-same-advertise').first().waitFor({ state: 'detached' })
          await findings.getByText('obsolete-key').waitFor()
        },
        { 'other.yml': sample },
      ),
  },
  {
    name: 'a file that the generator saved in the folder is opened as the file of the folder',
    play: (page) =>
      withUi(sample, async (address, path) => {
        await page.goto(address)
        await page.getByRole('link', { name: 'Generator' }).first().click()
        await page.getByRole('button', { name: 'Fill in an example' }).click()
        await page.getByText('north.yml for release').waitFor()
        await page.getByRole('button', { name: 'Save in the folder' }).click()
        await page.getByRole('status').getByText('is saved in the folder').waitFor()
        await page.getByRole('button', { name: 'Open in the playground' }).click()
        await page.getByRole('status').getByText('Save writes it').waitFor()
        await page.getByRole('textbox', { name: 'Router file' }).click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.type('# edited\n')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByRole('status').getByText('is saved').waitFor()
        expect(readFileSync(join(path, '../north.yml'), 'utf8'), /^# edited\n/)
      }),
  },
  {
    name: 'a file of the generator opens beside unsaved files of the folder',
    play: (page) =>
      withUi(sample, async (address, path) => {
        const dialogs: string[] = []
        page.on('dialog', (dialog) => {
          dialogs.push(dialog.type())
          void dialog.accept()
        })
        const mine = page.locator('.cm-line').getByText('# mine')
        await page.goto(address)
        await openFromBoard(page, 'router.yml')
        await page.getByRole('textbox', { name: 'Router file' }).click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.type('# mine\n')
        await page.getByRole('status').getByText('Unsaved', { exact: true }).waitFor()
        await page.getByRole('link', { name: 'Generator' }).first().click()
        await page.getByRole('button', { name: 'Fill in an example' }).click()
        await page.getByText('north.yml for release').waitFor()
        await page.getByRole('button', { name: 'Open in the playground' }).click()
        await page.getByRole('status').getByText('comes from the generator').waitFor()
        expect(await mine.count(), 0)
        await page.getByRole('button', { name: 'Back to the board' }).click()
        await page.getByRole('list', { name: 'Files', exact: true }).getByText('Unsaved').waitFor()
        await page.reload()
        expect(dialogs, ['beforeunload'])
        await page.getByRole('button', { name: 'Save all 1' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Save 1 file' }).click()
        await page.getByRole('status').getByText('1 file saved').waitFor()
        expect(readFileSync(path, 'utf8'), `# mine\n${sample}`)
      }),
  },
  {
    name: 'a shared link says that it works on this machine only',
    play: (page) =>
      withUi(sample, async (address) => {
        await page.goto(address)
        await openFromBoard(page, 'router.yml')
        await page.getByRole('button', { name: 'Share' }).click()
        await page.getByRole('dialog').getByText('works on this machine only').waitFor()
      }),
  },
  {
    name: 'a file is still saved after a visit of the mesh, and read again if another program changed it',
    play: (first) =>
      withUi(sample, async (address, path) => {
        // Browsers report the refused save as an error, which would fail the first page.
        const page = await first.context().newPage()
        const editor = page.getByRole('textbox', { name: 'Router file' })
        const save = page.getByRole('button', { name: 'Save' })
        await page.goto(address)
        await openFromBoard(page, 'router.yml')
        await page.getByRole('status').getByText('is open').waitFor()
        await editor.click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.type('# edited\n')
        await page.getByRole('link', { name: 'Mesh' }).first().click()
        await editor.waitFor({ state: 'detached' })
        await page.getByRole('link', { name: 'Playground' }).first().click()
        await page.getByRole('combobox', chooser).waitFor()
        await save.click()
        await page.getByRole('status').getByText('is saved').waitFor()
        expect(readFileSync(path, 'utf8'), `# edited\n${sample}`)
        await editor.click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.type('# mine\n')
        writeFileSync(path, `# of another program\n${sample}`)
        await save.click()
        await page.getByRole('status').getByText('Another program changed the file').waitFor()
        await page.getByRole('button', { name: 'Take the file on the disk' }).click()
        await page.getByRole('status').getByText('is read again').waitFor()
        expect(await editor.innerText(), /^# of another program/)
        await page.keyboard.press('Control+Z')
        await save.click()
        await page.getByRole('status').getByText('is saved').waitFor()
      }),
  },
  {
    name: 'a file with edits that another program changed is compared, kept or taken, and neither text is lost',
    play: (first) =>
      withUi(sample, async (address, path) => {
        // Browsers report the missing file as an error, which would fail the first page.
        const page = await first.context().newPage()
        const editor = page.getByRole('textbox', { name: 'Router file' })
        const status = page.getByRole('status')
        const changed = status.getByText('Another program changed router.yml on the disk')
        const edit = async (text: string): Promise<void> => {
          await editor.click()
          await page.keyboard.press('Control+Home')
          await page.keyboard.type(text)
          await status.getByText('Unsaved', { exact: true }).waitFor()
        }
        await page.goto(address)
        await openFromBoard(page, 'router.yml')
        const tab = page.getByRole('navigation', { name: 'Files' }).getByRole('button')
        expect(await tab.first().innerText(), 'router.yml')
        await edit('# mine\n')
        writeFileSync(path, `# of another program\n${sample}`)
        await changed.waitFor()
        expect(await findBarriers(page, { selector: '.tool' }), [])
        await page.getByRole('button', { name: 'Compare' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByText('# of another program').waitFor()
        await dialog.getByText('# mine').waitFor()
        await dialog.getByRole('button', { name: 'Keep mine' }).click()
        await changed.waitFor({ state: 'hidden' })
        expect(readFileSync(path, 'utf8'), `# of another program\n${sample}`)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await status.getByText('Saved', { exact: true }).waitFor()
        expect(readFileSync(path, 'utf8'), `# mine\n${sample}`)
        await edit('# again\n')
        writeFileSync(path, `# of another program\n${sample}`)
        await changed.waitFor()
        await page.getByRole('button', { name: 'Compare' }).click()
        await dialog.getByText('# of another program').waitFor()
        writeFileSync(path, `# of another program, later\n${sample}`)
        await dialog.getByRole('button', { name: 'Take the file on the disk' }).click()
        await status.getByText('Saved', { exact: true }).waitFor()
        expect(await editor.innerText(), /^# of another program, later/)
        await editor.click()
        await page.keyboard.press('Control+Z')
        await page.locator('.cm-line').getByText('# again').waitFor()
        rmSync(path)
        await status.getByText('router.yml is no longer in the folder').waitFor()
        expect(await editor.innerText(), /^# again/)
      }),
  },
  {
    name: 'Back brings the edits of a closed file, also after it was opened again',
    play: (page) =>
      withUi(
        sample,
        async (address, path) => {
          const status = page.getByRole('status')
          const tabs = page.getByRole('navigation', { name: 'Files' })
          const mine = page.locator('.cm-line').getByText('# mine')
          await page.goto(address)
          await openFromBoard(page, 'other.yml')
          await page.getByRole('button', { name: 'Back to the board' }).click()
          await openFromBoard(page, 'router.yml')
          await tabs.getByRole('button', { name: 'Close router.yml' }).waitFor()
          await page.getByRole('textbox', { name: 'Router file' }).click()
          await page.keyboard.press('Control+Home')
          await page.keyboard.type('# mine\n')
          await status.getByText('Unsaved', { exact: true }).waitFor()
          await tabs.getByRole('button', { name: 'Close router.yml' }).click()
          await status.getByText('router.yml is closed. Back brings it').waitFor()
          await page.getByRole('button', { name: 'Back to the board' }).click()
          await openFromBoard(page, 'router.yml')
          await status.getByText('Saved', { exact: true }).waitFor()
          expect(await mine.count(), 0)
          await page.goBack()
          await mine.waitFor()
          await status.getByText('Unsaved', { exact: true }).waitFor()
          await page.getByRole('textbox', { name: 'Router file' }).click()
          // Slow typing is split into several undo steps.
          for (let step = 0; step < 8; step += 1) await page.keyboard.press('Control+Z')
          await status.getByText('Saved', { exact: true }).waitFor()
          expect(await mine.count(), 0)
          expect(readFileSync(path, 'utf8'), sample)
        },
        { 'other.yml': sample },
      ),
  },
  {
    name: 'edits that went through the mesh are not saved over what another program wrote meanwhile',
    play: (first) =>
      withUi(sample, async (address, path) => {
        // Browsers report the refused save as an error, which would fail the first page.
        const page = await first.context().newPage()
        const editor = page.getByRole('textbox', { name: 'Router file' })
        await page.goto(address)
        await openFromBoard(page, 'router.yml')
        await editor.click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.type('# mine\n')
        await page.getByRole('status').getByText('Unsaved', { exact: true }).waitFor()
        const written = `# of another program\n${sample}`
        // The open playground would mark the change; the mesh page reads the disk when it opens.
        await page.getByRole('link', { name: 'Generator' }).first().click()
        await editor.waitFor({ state: 'detached' })
        writeFileSync(path, written)
        await page.getByRole('link', { name: 'Mesh' }).first().click()
        const figure = page.getByRole('figure', { name: /^Links between 1 router/ })
        await figure.getByRole('button').first().press('Enter')
        await page.getByRole('button', { name: 'Open in the editor' }).first().click()
        await page.locator('.cm-line').getByText('# mine').waitFor()
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByRole('status').getByText('Another program changed').first().waitFor()
        expect(readFileSync(path, 'utf8'), written)
      }),
  },
  {
    name: 'an edit of the mesh is not saved over what another program wrote since, and a reload asks first',
    play: (first) =>
      withUi(
        formatDialer('router', 'backbone'),
        async (address, path) => {
          // Browsers report the refused save as an error, which would fail the first page.
          const page = await first.context().newPage()
          const dialogs: string[] = []
          page.on('dialog', (dialog) => {
            dialogs.push(dialog.type())
            void dialog.accept()
          })
          const files = page.getByRole('list', { name: 'Files in the picture' })
          const makeEdit = async (): Promise<void> => {
            await page.getByRole('figure', { name: /^Links between 3 routers/ }).waitFor()
            await page.getByRole('button', { name: 'Move east', exact: true }).click()
            await page.getByRole('button', { name: 'Make this edit' }).click()
            await files.getByText('edited').first().waitFor()
          }
          await page.goto(address)
          await page
            .getByRole('list', { name: 'Files', exact: true })
            .getByText('east.yml')
            .waitFor()
          await page.getByRole('link', { name: 'Mesh' }).first().click()
          await makeEdit()
          await page.reload()
          expect(dialogs, ['beforeunload'])
          await makeEdit()
          const written = `# of another program\n${misspelled['east.yml']}`
          writeFileSync(join(dirname(path), 'east.yml'), written)
          // The new file shows that the mesh page has read the folder again.
          writeFileSync(join(dirname(path), 'west.yml'), formatDialer('west', 'backbone'))
          await page.getByRole('figure', { name: /^Links between 4 routers/ }).waitFor()
          await page.getByRole('button', { name: 'Open in the editor' }).first().click()
          await page.locator('.cm-line', { hasText: '[local, backbone]' }).first().waitFor()
          await page.getByRole('button', { name: 'Save', exact: true }).click()
          await page.getByRole('status').getByText('Another program changed').first().waitFor()
          expect(readFileSync(join(dirname(path), 'east.yml'), 'utf8'), written)
        },
        misspelled,
      ),
  },
  {
    name: 'an edit of the mesh stays after a visit of the editor, which has the file without it',
    play: (page) =>
      withUi(
        formatDialer('router', 'backbone'),
        async (address) => {
          const editor = page.getByRole('textbox', { name: 'Router file' })
          const files = page.getByRole('list', { name: 'Files in the picture' })
          await page.goto(address)
          await openFromBoard(page, 'east.yml')
          await page.getByRole('link', { name: 'Mesh' }).first().click()
          await page.getByRole('button', { name: 'Move east', exact: true }).click()
          await page.getByRole('button', { name: 'Make this edit' }).click()
          await files.getByText('edited').first().waitFor()
          await page.getByRole('link', { name: 'Playground' }).first().click()
          await editor.waitFor()
          await page.getByRole('link', { name: 'Mesh' }).first().click()
          await page.getByRole('figure', { name: /^Links between 3 routers/ }).waitFor()
          expect(await files.innerText(), /edited/)
        },
        misspelled,
      ),
  },
  {
    name: 'the token of a folder is in the tab that opened it, and nowhere else in the browser',
    play: (page) =>
      withUi(sample, async (address) => {
        const withoutToken = address.replace(/\?.*/, '')
        const files = page.getByRole('list', { name: 'Files', exact: true })
        await page.goto(address)
        await files.waitFor()
        expect(page.url(), withoutToken)
        await page.reload()
        await files.waitFor()
        await page.goto(new URL('/generator/', withoutToken).href)
        await page.getByRole('link', { name: 'Playground' }).first().click()
        await files.waitFor()
        expect(page.url(), withoutToken)
        expect(await page.context().cookies(), [])
        expect(page.context().serviceWorkers().length, 0)
        expect(await page.evaluate('caches.keys()'), [])
        const other = await page.context().newPage()
        await other.goto(withoutToken)
        await other.getByRole('status').getByText('Open the address').waitFor()
        await other.close()
      }),
  },
  {
    name: 'a file keeps its line ends and its byte order mark when it is saved',
    play: (page) => {
      const text = `\ufeff${sample.replaceAll('\n', '\r\n').replace('v: 3\r\n', 'v: 3\n')}`
      return withUi(text, async (address, path) => {
        await page.goto(address)
        await openFromBoard(page, 'router.yml')
        await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
        await page.getByRole('textbox', { name: 'Router file' }).click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.type('# edited\n')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('status').getByText('is saved').waitFor()
        expect(readFileSync(path, 'utf8'), text.replace('\ufeff', '\ufeff# edited\r\n'))
      })
    },
  },
  {
    name: 'a status says whether the shown file is saved, and Ctrl+S saves it',
    play: (page) =>
      withUi(sample, async (address, path) => {
        const dialogs: string[] = []
        page.on('dialog', (dialog) => {
          dialogs.push(dialog.type())
          void dialog.accept()
        })
        const status = page.getByRole('status')
        await page.goto(address)
        await openFromBoard(page, 'router.yml')
        await status.getByText('Saved', { exact: true }).waitFor()
        await page.getByRole('textbox', { name: 'Router file' }).click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.type('# edited\n')
        await status.getByText('Unsaved', { exact: true }).waitFor()
        await page.reload()
        expect(dialogs, ['beforeunload'])
        await status.getByText('Unsaved', { exact: true }).waitFor()
        await page.getByRole('textbox', { name: 'Router file' }).click()
        await page.keyboard.press('Control+s')
        await status.getByText('Saved', { exact: true }).waitFor()
        expect(readFileSync(path, 'utf8'), `# edited\n${sample}`)
        expect(await page.getByRole('list', { name: 'Files' }).count(), 1)
        await page.reload()
        expect(dialogs, ['beforeunload'])
      }),
  },
  {
    name: 'files of a folder are checked for the release of their configuration, those in a ConfigMap too',
    play: (page) =>
      withUi(
        sample,
        async (address) => {
          const release = page.getByRole('combobox', { name: 'Release' })
          const files = page.getByRole('combobox', chooser)
          const waitForRelease = async (name: string): Promise<void> => {
            const deadline = Date.now() + 5000
            while ((await release.inputValue()) !== name) {
              if (Date.now() > deadline) expect(await release.inputValue(), name)
              await page.waitForTimeout(20)
            }
          }
          await page.goto(address)
          await openFromBoard(page, 'router.yml')
          await page.getByRole('status').getByText('is open').waitFor()
          await waitForRelease('1.6')
          expect(await release.locator('option:checked').innerText(), /1\.6\.20/)
          await files.selectOption({ label: 'map.yaml' })
          await page.getByRole('status').getByText('map.yaml is open').waitFor()
          await page.getByRole('list', { name: 'Findings' }).getByText('obsolete-key').waitFor()
          await files.selectOption({ label: 'old.yml' })
          await page.getByRole('status').getByText('old.yml is open').waitFor()
          await waitForRelease('1.6.3')
          await page.getByRole('link', { name: 'Mesh', exact: true }).first().click()
          const figure = page.getByRole('figure', { name: /^Links between 4 routers/ })
          await figure.getByRole('button', { name: /^oldest/ }).press('Enter')
          await page.getByText('unread-key').waitFor()
          await release.selectOption('2.0')
          await page.getByText('unread-key').waitFor({ state: 'detached' })
        },
        {
          'routerfile.config.yaml':
            "target: 1.6.20\noverrides:\n  - files: [old.yml]\n    target: 1.6.3\n  - files: [oldest.yml]\n    target: '0.31'\n",
          'old.yml': sample,
          'oldest.yml': formatDialer('oldest', 'default').replace(
            'groups: [default]\n',
            '$&      split: true\n',
          ),
          'notes.yaml': 'a: 1\n',
          'map.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: router }\ndata:\n  router.yml: |\n${sample.replaceAll(/^(?=.)/gm, '    ')}`,
        },
      ),
  },
  {
    name: 'the board of a folder has its files and findings, fixes and saves them by their changes',
    play: (page) =>
      withUi(
        sample,
        async (address, path) => {
          await page.goto(address)
          const files = page.getByRole('list', { name: 'Files', exact: true })
          await files.getByRole('button', { name: 'south.yml' }).waitFor()
          expect(await files.getByRole('listitem').count(), 2)
          const findings = page.getByRole('region', { name: 'Findings of the folder' })
          const headings = findings.locator('summary .group-name')
          for (const [grouping, expected] of [
            ['By rule', ['obsolete-key', 'fleet-same-identity']],
            ['By severity', ['Info']],
            ['By file', ['south.yml', 'router.yml']],
          ] as const) {
            await findings.getByRole('button', { name: grouping }).click()
            expect(await headings.allInnerTexts(), expected)
          }
          await page.getByRole('table', { name: 'Releases' }).getByText('2.0').waitFor()
          await page
            .getByRole('region', { name: 'Links of the folder' })
            .getByText('2 routers')
            .waitFor()
          const filter = page.getByRole('searchbox', { name: 'Filter files' })
          await filter.fill('south')
          expect(await files.getByRole('listitem').count(), 1)
          await page.waitForURL(/[?&]filter=south/)
          await page.reload()
          await filter.waitFor()
          expect(await filter.inputValue(), 'south')
          await files.getByRole('button', { name: 'south.yml' }).waitFor()
          expect(await files.getByRole('listitem').count(), 1)
          await page.getByRole('button', { name: 'Fix shown files' }).click()
          await page.getByRole('heading', { name: 'that the filter shows' }).waitFor()
          await page.keyboard.press('Escape')
          await filter.fill('')
          await files.getByRole('button', { name: 'router.yml' }).waitFor()
          expect(await findBarriers(page, { selector: '.tool' }), [])
          await page.getByRole('button', { name: 'Fix all' }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByRole('button', { name: 'Save 2 files' }).waitFor()
          const removed = dialog.locator('.cm-deletedLine')
          expect(
            (await removed.allInnerTexts()).map((text) => text.trim()),
            ['forwarder:', 'latencyProbeInterval: 10', 'forwarder:', 'latencyProbeInterval: 10'],
          )
          await dialog.getByRole('checkbox', { name: 'south.yml' }).uncheck()
          expect(readFileSync(path, 'utf8'), sample)
          await dialog.getByRole('button', { name: 'Save 1 file' }).click()
          await page.getByRole('status').getByText('1 file saved').waitFor()
          expect(readFileSync(path, 'utf8').includes('latencyProbeInterval'), false)
          expect(
            readFileSync(join(path, '../south.yml'), 'utf8').includes('latencyProbeInterval'),
            true,
          )
        },
        { 'south.yml': sample.replaceAll('router.example.com', 'south.example.com') },
      ),
  },
  {
    name: 'a button leads from the editor to the board with edits kept, and Escape does not',
    play: (page) =>
      withUi(sample, async (address, path) => {
        await page.goto(address)
        await openFromBoard(page, 'router.yml')
        const editor = page.getByRole('textbox', { name: 'Router file' })
        await editor.click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.type('# edited\n')
        await page.keyboard.press('Escape')
        await editor.waitFor()
        await page.getByRole('button', { name: 'Back to the board' }).click()
        await editor.waitFor({ state: 'hidden' })
        const files = page.getByRole('list', { name: 'Files', exact: true })
        await files.getByText('Unsaved').waitFor()
        await page.keyboard.press('Control+s')
        await page.getByRole('dialog').getByRole('button', { name: 'Save 1 file' }).waitFor()
        expect(readFileSync(path, 'utf8'), sample)
        await page.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('link', { name: 'Open the mesh' }).click()
        await page.getByRole('figure', { name: /^Links between 1 router/ }).waitFor()
        expect(await page.getByRole('list', { name: 'Files in the picture' }).innerText(), /edited/)
        await page.getByRole('link', { name: 'Playground' }).first().click()
        await files.getByText('Unsaved').waitFor()
        expect(readFileSync(path, 'utf8'), sample)
        await page.getByRole('button', { name: 'Save all 1' }).click()
        expect(await page.getByRole('dialog').locator('.cm-changedLine').allInnerTexts(), [
          '# edited',
        ])
        await page.getByRole('dialog').getByRole('button', { name: 'Save 1 file' }).click()
        await page.getByRole('status').getByText('1 file saved').waitFor()
        expect(readFileSync(path, 'utf8'), `# edited\n${sample}`)
        await openFromBoard(page, 'router.yml')
        expect(await editor.innerText(), /^# edited/)
      }),
  },
  {
    name: 'the board is not drawn anew below a pressed pointer, and closed groups stay closed',
    play: (page) =>
      withUi(sample, async (address, path) => {
        await page.goto(address)
        const found = page.getByRole('region', { name: 'Findings of the folder' })
        await found.getByText('obsolete-key').waitFor()
        await found.locator('summary').first().click()
        await found.getByText('obsolete-key').waitFor({ state: 'hidden' })
        // Waits until the file no longer moves: the board is drawn again when the verdicts of
        // releases arrive.
        await page
          .getByRole('list', { name: 'Files', exact: true })
          .getByRole('button', { name: 'router.yml' })
          .hover()
        await page.mouse.down()
        const checked = page.waitForResponse((response) => response.url().endsWith('/local/board'))
        writeFileSync(join(path, '../aaa.yml'), sample)
        await checked
        await page.mouse.up()
        await page.getByRole('textbox', { name: 'Router file' }).waitFor()
        await page.getByRole('button', { name: 'Back to the board' }).click()
        await found.locator('summary').getByText('aaa.yml').waitFor()
        expect(await found.locator('details:not([open]) > summary').innerText(), /router\.yml/)
      }),
  },
  {
    name: 'a file with a saved text that is not a router file can be repaired',
    play: (page) =>
      withUi(sample, async (address, path) => {
        page.on('dialog', (dialog) => void dialog.accept())
        const status = page.getByRole('status')
        const save = page.getByRole('button', { name: 'Save', exact: true })
        await page.goto(address)
        await openFromBoard(page, 'router.yml')
        await status.getByText('is open').waitFor()
        await page.getByRole('textbox', { name: 'Router file' }).click()
        await page.keyboard.press('Control+A')
        await page.keyboard.type('hello: 1')
        await status.getByText('Unsaved', { exact: true }).waitFor()
        await save.click()
        await status.getByText('The board leaves out router.yml').waitFor()
        expect(readFileSync(path, 'utf8').trim(), 'hello: 1')
        await page.getByRole('textbox', { name: 'Router file' }).click()
        // Typing may have been split into several undo steps.
        for (let count = 0; count < 10; count += 1) await page.keyboard.press('Control+Z')
        await save.click()
        await status.getByText('The board leaves out router.yml').waitFor({ state: 'hidden' })
        expect(readFileSync(path, 'utf8'), sample)
      }),
  },
  {
    name: 'a file that is left out of fixes stays out when unsafe fixes are added',
    play: (page) =>
      withUi(
        sample,
        async (address) => {
          await page.goto(address)
          await page.getByRole('button', { name: 'Fix all' }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByRole('button', { name: 'Save 2 files' }).waitFor()
          await dialog.getByRole('checkbox', { name: 'south.yml' }).uncheck()
          const fixed = page.waitForResponse(
            (response) =>
              response.url().endsWith('/local/fix') &&
              (response.request().postData() ?? '').includes('south.yml'),
          )
          await dialog.getByRole('checkbox', { name: 'unsafe' }).check()
          await fixed
          await page.waitForTimeout(500)
          expect(await dialog.getByRole('checkbox', { name: 'south.yml' }).isChecked(), false)
          await dialog.getByRole('button', { name: 'Save 1 file' }).waitFor()
        },
        { 'south.yml': sample.replaceAll('router.example.com', 'south.example.com') },
      ),
  },
  {
    name: 'the board follows the disk',
    play: (page) =>
      withUi(sample, async (address, path) => {
        await page.goto(address)
        const files = page.getByRole('list', { name: 'Files', exact: true })
        await openFromBoard(page, 'router.yml')
        writeFileSync(join(path, '../west.yml'), sample)
        writeFileSync(path, `# of another program\n${sample}`)
        await page.locator('.cm-line').getByText('# of another program').waitFor()
        await page.getByRole('button', { name: 'Back to the board' }).click()
        await files.getByRole('button', { name: 'west.yml' }).waitFor()
      }),
  },
]
