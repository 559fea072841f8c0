import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect } from '../expect.js'
import { withUi } from '../scenarios/ui.js'
import type { Tab } from './tab.js'

/** A user's actions in either browser; `play` throws if the result is wrong. */
export type BrowserScenario = {
  name: string
  /** Script errors that the scenario causes on purpose. */
  causes?: RegExp
  play: (tab: Tab, url: string) => Promise<void>
}

const sound = readFileSync('fixtures/samples/public.yaml', 'utf8')
const broken = sound.replace('v: 3\n', 'v: 3\n\nforwarder:\n  linkDialWorkrCount: 16\n')
const obsolete = `${sound}forwarder:\n  latencyProbeInterval: 10\n`

const formatConfigMap = (name: string): string =>
  `kind: ConfigMap\nmetadata: { name: ${name} }\ndata:\n  router.yml: |\n${sound.replaceAll(/^(?=.)/gm, '    ')}`

const editor = '[aria-label="Router file"]'
const findings = 'ul[aria-label="Findings"] li'
const files = 'nav[aria-label="Files"] li'
const chooser = 'select[aria-label="File of the folder"]'
const status = '[role="status"]'
const editorText = `site.all('${editor}')[0].innerText`
const storage = 'JSON.stringify([sessionStorage, localStorage])'

/** Opens the playground with its first sample. */
async function open(tab: Tab, url: string): Promise<void> {
  await tab.open(`${url}playground/`)
  await tab.find(findings)
}

/** Types at the start of the text in the editor. */
async function typeFirst(tab: Tab, text: string): Promise<void> {
  await tab.click('.cm-content')
  await tab.press('Control', 'Home')
  await tab.type(text)
}

const waitForText = (tab: Tab, text: string): Promise<void> =>
  tab.waitUntil(`${editorText}.startsWith(${JSON.stringify(text)})`)

/** Clicks a tab until it is open: findings that arrive meanwhile may move the tabs away from under the mouse. */
async function openTab(tab: Tab, name: string): Promise<void> {
  const pattern = new RegExp(`^${name}$`)
  const isOpen = async (): Promise<boolean> =>
    (await tab.count('[role="tab"][aria-selected="true"]', pattern)) > 0
  for (let clicks = 0; clicks < 5 && !(await isOpen()); clicks += 1)
    await tab.click('[role="tab"]', pattern)
  await tab.find('[role="tab"][aria-selected="true"]', pattern)
}

/** Opens a file from the board of the folder. */
async function openFromBoard(tab: Tab, name: string): Promise<void> {
  await tab.click('ul[aria-label="Files"] button', new RegExp(name))
  await tab.find(editor)
  await tab.find(status, /is open|is shown/)
}

/** Chooses a file in the list above the editor. */
async function chooseFile(tab: Tab, name: string): Promise<void> {
  const option = `[...(site.all('${chooser}')[0]?.options ?? [])].find(({ text }) => text === '${name}')`
  await tab.waitUntil(option)
  await tab.select(chooser, await tab.read<string>(`${option}.value`))
}

/** Opens the page of `routerfile ui`, and its file `router.yml` in the editor. */
async function openRouter(tab: Tab, address: string): Promise<void> {
  await tab.open(address)
  await openFromBoard(tab, 'router.yml')
}

/** Undoes more steps than a scenario makes: slow typing is split into several steps. */
async function undoOften(tab: Tab): Promise<void> {
  await tab.click('.cm-content')
  for (let step = 0; step < 5; step += 1) await tab.press('Control', 'z')
}

const save = async (tab: Tab, answer: RegExp): Promise<void> => {
  await tab.click('.folder-tools button', /^Save$/)
  await tab.find(status, answer)
  // The message may be left from an earlier save.
  if (answer.source === 'is saved') await tab.find(status, /^Saved$/)
}

const toLink = (name: string, text: string): string =>
  `#files=1.${deflateRawSync(JSON.stringify({ files: [{ name, text }] })).toString('base64url')}`

/** Cases in which a user could lose work, in the order of a typical day. */
export const harm: readonly BrowserScenario[] = [
  {
    name: 'keys of the search are text in every field that takes text',
    play: async (tab, url) => {
      const typed = "/etc/ziti?s=k'#"
      const expectNoSearch = async (): Promise<void> =>
        expect(await tab.count('.VPLocalSearchBox'), 0)
      await open(tab, url)
      await typeFirst(tab, `# ${typed}\n`)
      await waitForText(tab, `# ${typed}`)
      await tab.press('ArrowUp')
      await tab.press('Control', 'Shift', 'K')
      await tab.waitUntil(`!${editorText}.includes('# /etc')`)
      await expectNoSearch()
      // A key pressed during text composition, as with many non-English keyboards.
      await tab.read(`(() => {
        const at = site.focused()
        at.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true, composed: true }))
        at.dispatchEvent(new KeyboardEvent('keydown', { key: '/', isComposing: true, bubbles: true, composed: true, cancelable: true }))
        at.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true }))
      })()`)
      await expectNoSearch()
      await openTab(tab, 'Explain')
      await tab.focus('[role="tabpanel"] input:not([type="checkbox"])')
      await tab.type(typed)
      expect(await tab.read('site.focused().value'), typed)
      await tab.press('Control', 'Shift', 'K')
      await expectNoSearch()
      await tab.press('Control', 'a')
      await tab.press('Control', 'c')
      await typeFirst(tab, 'pasted: ')
      await tab.press('Control', 'v')
      await waitForText(tab, `pasted: ${typed}`)
      await expectNoSearch()
      await openTab(tab, 'Settings')
      await tab.focus('[role="tabpanel"] textarea')
      await tab.type(`DIRECTORY=${typed}`)
      expect(await tab.read('site.focused().value'), `DIRECTORY=${typed}`)
      await expectNoSearch()
      for (const [tool, field] of [
        ['generator', 'textarea, input[type=text]'],
        ['mesh', 'input[type=search]'],
      ] as const) {
        await tab.open(`${url}${tool}/`)
        if (tool === 'mesh') await tab.find('figure, [role="figure"]')
        await tab.focus(field)
        await tab.type(typed)
        expect(await tab.read('site.focused().value'), typed)
        await expectNoSearch()
      }
      await tab.press('Control', 'k')
      await tab.find('.VPLocalSearchBox')
    },
  },
  {
    name: 'a folder keeps its file whatever else has its name',
    play: async (tab) => {
      for (const way of ['inside', 'with path'] as const)
        await withUi(
          obsolete,
          async (address, path) => {
            await openRouter(tab, address)
            await tab.select('select[aria-label="Sample"]', 'misspelled-key')
            await save(tab, /was not opened from the folder/)
            await tab.read(`location.hash = ${JSON.stringify(toLink('router.yml', 'v: 3\n'))}`)
            await tab.find(status, /come from the link/)
            expect(await tab.read(`site.all('${chooser}')[0].value`), '')
            await save(tab, /was not opened from the folder/)
            await chooseFile(tab, 'router.yml')
            await tab.find(status, /was open before is router-2\.yml now/)
            expect(
              await tab.read(
                `site.visible('${files}').map((item) => item.innerText.split('\\n')[0])`,
              ),
              ['router-2.yml', 'router.yml'],
            )
            await tab.drop('.playground', { 'router.yml': 'v: 3\n# dropped\n' })
            await tab.find(status, /One file opened/)
            await save(tab, /was not opened from the folder/)
            expect(readFileSync(path, 'utf8'), obsolete)
            await chooseFile(tab, 'router.yml')
            await tab.find(status, /is shown/)
            await typeFirst(tab, '# edited\n')
            await save(tab, /is saved/)
            expect(readFileSync(path, 'utf8'), `# edited\n${obsolete}`)
          },
          { 'other.yml': sound },
          way,
        )
    },
  },
  {
    name: 'undo beyond the opening of a file saves nothing of another file to it',
    play: (tab) =>
      withUi(
        obsolete,
        async (address, path) => {
          await openRouter(tab, address)
          await tab.click('button', /^Fix all$/)
          await tab.click('dialog button', /^Apply$/)
          await tab.find(status, /One finding fixed/)
          expect(readFileSync(path, 'utf8'), obsolete)
          await save(tab, /is saved/)
          expect(readFileSync(path, 'utf8').includes('latencyProbeInterval'), false)
          await undoOften(tab)
          await save(tab, /is saved/)
          expect(readFileSync(path, 'utf8'), obsolete)
          await chooseFile(tab, 'other.yml')
          await tab.find(status, /other\.yml is open/)
          await undoOften(tab)
          await save(tab, /is saved/)
          expect(readFileSync(join(path, '../other.yml'), 'utf8'), sound)
        },
        { 'other.yml': sound },
      ),
  },
  {
    name: 'edits of a folder outlive the mesh, a reload, and changes of other programs',
    play: (tab) =>
      withUi(
        obsolete,
        async (address, path) => {
          await openRouter(tab, address)
          await typeFirst(tab, '# mine\n')
          await tab.find(status, /^Unsaved$/)
          await tab.click('a', /^Mesh$/)
          await tab.find('h1', /Links/)
          await tab.click('a', /^Playground$/)
          await waitForText(tab, '# mine')
          await save(tab, /is saved/)
          expect(readFileSync(path, 'utf8'), `# mine\n${obsolete}`)
          await typeFirst(tab, '# again\n')
          await tab.find(status, /^Unsaved$/)
          await tab.page.reload()
          await waitForText(tab, '# again')
          expect(tab.dialogs, ['beforeunload'])
          writeFileSync(path, `# other\n${obsolete}`)
          await save(tab, /Another program changed the file/)
          // Opening the file again also offers the text on the disk.
          await chooseFile(tab, 'other.yml')
          await tab.find(status, /other\.yml is open/)
          await tab.waitForNone('.disk-notice button')
          await chooseFile(tab, 'router.yml')
          await tab.find(status, /router\.yml is shown/)
          await waitForText(tab, '# again')
          await tab.click('.disk-notice button', /^Take the file on the disk$/)
          await tab.find(status, /is read again/)
          await waitForText(tab, '# other')
          await tab.click('.cm-content')
          await tab.press('Control', 'z')
          await waitForText(tab, '# again')
          await tab.press('Control', 's')
          await tab.find(status, /is saved/)
          expect(readFileSync(path, 'utf8'), `# again\n# mine\n${obsolete}`)
        },
        { 'other.yml': sound },
      ),
  },
  {
    name: 'a file that was deleted or renamed on the disk is not written elsewhere',
    play: (tab) =>
      withUi(
        obsolete,
        async (address, path) => {
          await openRouter(tab, address)
          await typeFirst(tab, '# mine\n')
          await tab.find(status, /^Unsaved$/)
          renameSync(path, join(path, '../renamed.yml'))
          await save(tab, /no longer in the folder, so it is not saved/)
          expect(readFileSync(join(path, '../renamed.yml'), 'utf8'), obsolete)
          await waitForText(tab, '# mine')
          await tab.find(status, /^Unsaved$/)
          rmSync(join(path, '../renamed.yml'))
          await save(tab, /no longer in the folder, so it is not saved/)
          await waitForText(tab, '# mine')
        },
        { 'other.yml': sound },
      ),
  },
  {
    name: 'fixes of a folder are not saved over what another program wrote while they were looked at',
    play: (tab) =>
      withUi(
        obsolete,
        async (address, path) => {
          const written = `${obsolete}forwardr:\n  x: 1\n`
          await openRouter(tab, address)
          await tab.click('button', /^Back to the board$/)
          await tab.click('.board button', /^Fix all$/)
          await tab.find('dialog button', /^Save 2 files$/)
          writeFileSync(path, written)
          // The file has no unsaved edits, so the editor loads the new text while the dialog is
          // open.
          await tab.waitUntil(
            `site.all('.cm-content').some(({ textContent }) => textContent.includes('forwardr'))`,
          )
          await tab.click('dialog button', /^Save 2 files$/)
          await tab.find(status, /1 file saved\. .*Another program changed the file/)
          expect(readFileSync(path, 'utf8'), written)
          expect(
            readFileSync(join(path, '../other.yml'), 'utf8').includes('latencyProbeInterval'),
            false,
          )
        },
        { 'other.yml': obsolete },
      ),
  },
  {
    name: 'fixes of a file are not made in what another program wrote while they were shown',
    play: (tab) =>
      withUi(obsolete, async (address, path) => {
        const written = `${obsolete}forwardr:\n  x: 1\n`
        await openRouter(tab, address)
        await tab.find(findings, /obsolete-key/)
        await tab.click('button', /^Fix all$/)
        await tab.find('dialog button', /^Apply$/)
        writeFileSync(path, written)
        // The file has no unsaved edits, so the editor loads the new text while the dialog is open.
        await tab.waitUntil(
          `site.all('.cm-content').some(({ textContent }) => textContent.includes('forwardr'))`,
        )
        await tab.click('dialog button', /^Apply$/)
        await tab.find(status, /The text changed while its fixes were shown, so none was made/)
        await save(tab, /is saved/)
        expect(readFileSync(path, 'utf8'), written)
      }),
  },
  {
    name: 'a file of the folder is opened beside edits of what was opened by hand or by a link',
    play: (tab) =>
      withUi(obsolete, async (address) => {
        const expectKept = async (name: string, text: string): Promise<void> => {
          await chooseFile(tab, 'router.yml')
          await tab.find(status, /router\.yml is (?:open|shown)/)
          await waitForText(tab, obsolete.slice(0, 4))
          await tab.click(`${files} button`, new RegExp(`^${name}`))
          await waitForText(tab, text)
        }
        await tab.open(address)
        await tab.find('ul[aria-label="Files"]')
        await tab.upload({ 'own.yml': sound })
        await tab.find(`${files} button`, /^own\.yml/)
        await typeFirst(tab, '# own\n')
        await expectKept('own.yml', '# own')
        await tab.upload({ 'router.yml': sound })
        await tab.find(
          status,
          /Another router\.yml is open, so this one is router-2\.yml here\. Save writes only/,
        )
        await tab.read(`location.hash = ${JSON.stringify(toLink('sent.yml', sound))}`)
        await tab.find(status, /come from the link/)
        await typeFirst(tab, '# sent\n')
        await expectKept('sent.yml', '# sent')
      }),
  },
  {
    name: 'two tabs of a folder do not overwrite each other',
    play: (tab) =>
      withUi(obsolete, async (address, path) => {
        await openRouter(tab, address)
        await typeFirst(tab, '# first\n')
        const second = await tab.openOther(address)
        await openFromBoard(second, 'router.yml')
        await typeFirst(second, '# second\n')
        await save(second, /is saved/)
        await tab.page.bringToFront()
        await save(tab, /Another program changed the file/)
        expect(readFileSync(path, 'utf8'), `# second\n${obsolete}`)
        await second.page.close()
      }),
  },
  {
    name: 'line ends, byte order marks and a missing last line end live on',
    play: async (tab) => {
      for (const text of [
        `\ufeff${obsolete.replaceAll('\n', '\r\n')}`,
        obsolete.replaceAll('\n', '\r\n').replace('v: 3\r\n', 'v: 3\n'),
        `\ufeff${obsolete.trimEnd()}`,
        `${obsolete}\n\n`,
      ])
        await withUi(text, async (address, path) => {
          await openRouter(tab, address)
          await typeFirst(tab, '# x')
          await save(tab, /is saved/)
          const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
          expect(readFileSync(path, 'utf8'), `${mark}# x${text.slice(mark.length)}`)
          await tab.click('.cm-content')
          await tab.press('Control', 'Home')
          for (let step = 0; step < 3; step += 1) await tab.press('Delete')
          await tab.find(status, /^Unsaved$/)
          await save(tab, /is saved/)
          expect(readFileSync(path).equals(Buffer.from(text)), true)
        })
    },
  },
  {
    name: 'a downloaded file has the line ends and the encoding of the opened one',
    play: async (tab, url) => {
      // The driver cannot choose a download directory, so the scenario reads what the page passes
      // to the browser.
      await tab.page.evaluateOnNewDocument(`
        URL.createObjectURL = (content) => { globalThis.downloaded = { content }; return 'blob:' }
        HTMLAnchorElement.prototype.click = function () { globalThis.downloaded.name = this.download }`)
      await open(tab, url)
      const text = `\ufeff${obsolete.replaceAll('\n', '\r\n')}`
      for (const encoding of ['utf8', 'utf16le'] as const) {
        const name = `${encoding}.yml`
        await tab.upload({ [name]: Buffer.from(text, encoding) })
        await tab.click(`${files} button`, new RegExp(`^${name}`))
        await tab.find(findings, /obsolete-key/)
        await typeFirst(tab, '# edited\n')
        await tab.click('button', /^Download$/)
        await tab.waitUntil(`downloaded.name === '${name}'`)
        const content = await tab.read<string>(`downloaded.content.arrayBuffer().then((bytes) =>
          btoa(String.fromCharCode(...new Uint8Array(bytes))))`)
        expect(
          Buffer.from(content, 'base64').toString(encoding),
          text.replace('\ufeff', '\ufeff# edited\r\n'),
        )
      }
    },
  },
  {
    name: 'files of a folder have the release of their configuration, and those in ConfigMaps are listed',
    play: (tab) =>
      withUi(
        obsolete,
        async (address) => {
          await openRouter(tab, address)
          await tab.waitUntil(`site.all('select[aria-label="Release"]')[0]?.value === '1.6'`)
          expect(
            await tab.read<boolean>(
              `[...site.all('${chooser}')[0].options].some(({ text }) => text === 'map.yaml')`,
            ),
            true,
          )
        },
        {
          'routerfile.config.yaml': 'target: 1.6.20\n',
          'map.yaml': formatConfigMap('router'),
        },
      ),
  },
  {
    name: 'files that are opened together have their marks',
    play: async (tab, url) => {
      await open(tab, url)
      await tab.upload({ 'one.yml': broken, 'two.yml': broken, 'three.yml': broken })
      for (const name of ['two.yml', 'three.yml', 'one.yml']) {
        await tab.click(`${files} button`, new RegExp(`^${name}`))
        await tab.find('.cm-lintRange', /linkDialWorkrCount/)
        await tab.find(`${findings} button`, /to linkDialWorkerCount/)
      }
    },
  },
  {
    name: 'the files of a folder and of a sample have their marks',
    play: async (tab, url) => {
      await open(tab, url)
      await tab.uploadFolder({
        'site/north.yml': broken,
        'site/deep/south.yml': broken.replace('linkDialWorkrCount', 'linkDialWorkerCunt'),
      })
      await tab.find(status, /2 files opened/)
      for (const [name, key] of [
        ['site/deep/south.yml', /linkDialWorkerCunt/],
        ['site/north.yml', /linkDialWorkrCount/],
      ] as const) {
        await tab.click(`${files} button`, new RegExp(`^${name}`))
        await tab.find('.cm-lintRange', key)
        await tab.find(`${findings} button`, /to linkDialWorkerCount/)
      }
      await tab.select('select[aria-label="Sample"]', 'no-common-group')
      for (const [name, group] of [
        ['east.yml', /Backbone/],
        ['west.yml', /backbone/],
      ] as const) {
        await tab.click(`${files} button`, new RegExp(`^${name}`))
        await tab.find('.cm-lintRange', group)
        await tab.find(findings, /fleet-lonely-group/)
      }
    },
  },
  {
    name: 'a reload, a sample, Back and Forward lose no edit',
    play: async (tab, url) => {
      await open(tab, url)
      await typeFirst(tab, '# first\n')
      await tab.find(files, /unsaved/)
      await tab.page.reload()
      await waitForText(tab, '# first')
      await tab.select('select[aria-label="Sample"]', 'written-for-another-release')
      await tab.find(findings, /newer-key/)
      await tab.click('.cm-content')
      await tab.press('Control', 'z')
      await waitForText(tab, '# first')
      await tab.press('Control', 'y')
      await typeFirst(tab, '# second\n')
      await tab.page.goBack()
      await waitForText(tab, '# first')
      await tab.page.goForward()
      await waitForText(tab, '# second')
      await tab.upload({ 'own.yml': broken })
      await tab.click(`${files} button`, /^own\.yml/)
      await typeFirst(tab, '# own\n')
      await tab.page.goBack()
      await waitForText(tab, '# first')
      await tab.page.goForward()
      await waitForText(tab, '# own')
      await tab.page.reload()
      await waitForText(tab, '# own')
      expect(await tab.count(files), 2)
      expect(tab.dialogs, [])
    },
  },
  {
    name: 'Back leaves the tools of the page as they are, and brings a closed file with its edits',
    play: async (tab, url) => {
      await open(tab, url)
      await typeFirst(tab, '# first\n')
      await tab.read("void site.all('.playground')[0].setAttribute('data-mark', '')")
      await tab.select('select[aria-label="Sample"]', 'written-for-another-release')
      await tab.find(findings, /newer-key/)
      await tab.click('.cm-content')
      await tab.page.goBack()
      await waitForText(tab, '# first')
      await tab.upload({ 'own.yml': broken })
      await tab.click(`${files} button`, /^own\.yml/)
      await typeFirst(tab, '# own\n')
      await tab.click(`${files} button`, /^Close own\.yml/)
      await tab.find(status, /own\.yml is closed\. Back brings it/)
      await waitForText(tab, '# first')
      expect(await tab.count(files), 1)
      await tab.page.goBack()
      await waitForText(tab, '# own')
      expect(await tab.count(files), 2)
      expect(await tab.count('.playground[data-mark]'), 1)
      expect(await tab.read('site.focused() !== document.body'), true)
    },
  },
  {
    name: 'edits of a folder stay open beside a sample, and Back and Forward bring no older ones',
    play: (tab) =>
      withUi(obsolete, async (address, path) => {
        await openRouter(tab, address)
        await typeFirst(tab, '# mine\n')
        await tab.find(status, /^Unsaved$/)
        await tab.select('select[aria-label="Sample"]', 'misspelled-key')
        await tab.find(findings, /unknown-key/)
        expect(await tab.count(files, /^router\.yml/), 1)
        await tab.click('button', /^Back to the board$/)
        await tab.find('ul[aria-label="Files"] li', /Unsaved/)
        await openFromBoard(tab, 'router.yml')
        await waitForText(tab, '# mine')
        await typeFirst(tab, '# newer\n')
        await tab.page.goBack()
        await tab.waitUntil("!location.hash.startsWith('#sample')")
        await waitForText(tab, '# newer')
        await save(tab, /is saved/)
        expect(readFileSync(path, 'utf8'), `# newer\n# mine\n${obsolete}`)
        await tab.page.goForward()
        await tab.click(`${files} button`, /^router\.yml/)
        await waitForText(tab, '# newer')
        await tab.find(status, /^Saved$/)
      }),
  },
  {
    name: 'a secret is in no storage, no address and no link, and leaving asks first',
    play: async (tab, url) => {
      await open(tab, url)
      await typeFirst(tab, '# password: hunter2\n')
      await tab.find(status, /is not kept for a reload/)
      expect(await tab.read<boolean>(`${storage}.includes('hunter2')`), false)
      await openTab(tab, 'Settings')
      await tab.click('[role="tabpanel"] textarea')
      await tab.type('API_TOKEN=correct-horse')
      await tab.press('Tab')
      await tab.waitUntil("location.search.includes('API_TOKEN')")
      await tab.click('button', /^Share$/)
      await tab.find('dialog', /secret was replaced/)
      expect(
        await tab.read<boolean>(`/hunter2|correct-horse/.test(location.href + ${storage})`),
        false,
      )
      const link = await tab.read<string>('location.href')
      const other = await tab.openOther(link)
      await other.waitUntil(`${editorText}.includes('# password: …')`)
      expect(await other.read<boolean>(`${editorText}.includes('identity:')`), true)
      await other.page.close()
      await tab.press('Escape')
      await tab.page.reload()
      await tab.find(findings)
      expect(tab.dialogs, ['beforeunload'])
    },
  },
  {
    name: 'other pages of the site ask before edits of the playground are lost, and only then',
    play: async (tab, url) => {
      await open(tab, url)
      await typeFirst(tab, '# sound\n')
      await tab.find(files, /unsaved/)
      await tab.click('a', /^Generator$/)
      await tab.find('textarea, input[type=text]')
      await tab.page.reload()
      await tab.find('textarea, input[type=text]')
      expect(tab.dialogs, [])
      await tab.click('a', /^Playground$/)
      await waitForText(tab, '# sound')
      await typeFirst(tab, '# password: hunter2\n')
      await tab.find(status, /is not kept for a reload/)
      await tab.click('a', /^Generator$/)
      await tab.click('textarea, input[type=text]')
      await tab.page.reload()
      expect(tab.dialogs, ['beforeunload'])
      await withUi(obsolete, async (address) => {
        await openRouter(tab, address)
        await typeFirst(tab, '# mine\n')
        await tab.find(status, /^Unsaved$/)
        await tab.click('a', /^Guides$/)
        await tab.find('h1', /./)
        await tab.waitForNone(editor)
        await tab.page.reload()
        expect(tab.dialogs, ['beforeunload', 'beforeunload'])
        // Only the tab's session storage has the edits now.
        await tab.click('h1')
        await tab.page.reload()
        expect(tab.dialogs, ['beforeunload', 'beforeunload', 'beforeunload'])
        await tab.click('a', /^Playground$/)
        await waitForText(tab, '# mine')
        await save(tab, /is saved/)
        await tab.click('a', /^Guides$/)
        await tab.find('h1', /./)
        await tab.page.reload()
        await tab.click('h1')
        await tab.page.reload()
        expect(tab.dialogs.length, 3)
      })
    },
  },
  {
    name: 'the page works where the browser refuses storage, or has no room',
    // The theme reads the stored color scheme before the page is drawn.
    causes: /refused/,
    play: async (tab, url) => {
      await tab.page.evaluateOnNewDocument(`
        for (const name of ['getItem', 'setItem', 'removeItem'])
          Storage.prototype[name] = () => { throw new DOMException('refused', 'SecurityError') }`)
      await open(tab, url)
      await typeFirst(tab, '# edited\n')
      await tab.find(status, /the browser has no room for it/)
      await tab.page.reload()
      await tab.find(findings)
      expect(tab.dialogs, ['beforeunload'])
      await withUi(obsolete, async (address, path) => {
        await openRouter(tab, address)
        await typeFirst(tab, '# edited\n')
        await save(tab, /is saved/)
        expect(readFileSync(path, 'utf8'), `# edited\n${obsolete}`)
      })
    },
  },
  {
    name: 'the focus stays in sight, and findings are heard in words',
    play: async (tab, url) => {
      const focus = '`${site.focused()?.tagName} ${site.name(site.focused())}`'
      await open(tab, url)
      await tab.upload({
        'one.yml': broken,
        'two.yml': `${sound}forwarder:\n  linkDialWorkrCount: 16\n  idleCircuitTimeut: 60000\n`,
      })
      await tab.click(`${files} button`, /^one\.yml/)
      await tab.find(`${findings} button`, /^Warning, line \d+, unknown key/i)
      await tab.focus(`${files} button`, /^two\.yml/)
      await tab.press('Enter')
      await tab.find(`${findings} button`, /to idleCircuitTimeout/)
      expect(await tab.read(focus), /^BUTTON two\.yml/)
      await tab.focus(`${findings} button`, /to linkDialWorkerCount/)
      await tab.press('Enter')
      await tab.waitForNone(findings, /linkDialWorkrCount/)
      await tab.waitUntil(`/^BUTTON Warning, line/.test(${focus})`)
      await tab.focus(`${findings} button`, /to idleCircuitTimeout/)
      await tab.press('Enter')
      await tab.waitForNone(findings, /idleCircuitTimeut/)
      await tab.waitUntil('site.focused() !== document.body')
      await tab.click(`${files} button`, /^Close two\.yml/)
      await tab.waitUntil('site.focused() !== document.body')
    },
  },
  {
    name: 'a page whose script or worker is blocked, or that runs none, says so',
    // Errors from Vue and the page's scripts about a blocked import.
    causes: /import|module|Failed to fetch|NetworkError/,
    play: async (tab, url) => {
      const tools = ['playground', 'generator', 'mesh']
      const expectOnAll = async (element: string, text: RegExp): Promise<void> => {
        for (const tool of tools) {
          await tab.open(`${url}${tool}/`)
          await tab.find(element, text)
          await tab.waitUntil(`site.visible('${element}').some((found) =>
            found.checkVisibility({ visibilityProperty: true }))`)
        }
      }
      await tab.page.evaluateOnNewDocument('delete Navigator.prototype.serviceWorker')
      await tab.block(/\/tools\/.*\.js$/)
      await expectOnAll('[role="alert"]', /does not work here/)
      await tab.block(/\/tools\/(?:language-server|[a-z]+-worker)\.js$/)
      await expectOnAll('[role="alert"]', /does not work here/)
      await tab.open(`${url}rules/unknown-key.html`)
      await tab.click('button', /^Edit here$/)
      await tab.find('.example', /The editor does not work here/)
      // Blocks the theme's scripts, which render the page.
      await tab.block(/\/assets\/.*\.js$/)
      await expectOnAll('.tool-message', /one of its scripts was blocked/)
      const board = readdirSync('build/site/tools/parts').filter((name) =>
        readFileSync(`build/site/tools/parts/${name}`, 'utf8').includes('Back to the board'),
      )
      expect(board.length, 1)
      await tab.block(new RegExp(`/tools/parts/${board.join('|')}$`))
      await withUi(obsolete, async (address) => {
        await tab.open(address)
        await tab.find(status, /The board of the folder does not work here/)
        // Does not wait for findings: the language server does not start in Chromium while the
        // driver intercepts requests.
        await tab.find(editor)
      })
      // Firefox cannot disable scripts over BiDi. A sandboxed iframe runs none, and a file that is
      // not a page has no policy that forbids iframes.
      await tab.open(`${url}register.js`)
      for (const tool of tools) {
        await tab.read(`(() => {
          const frame = document.createElement('iframe')
          frame.setAttribute('sandbox', 'allow-same-origin')
          frame.src = '${url}${tool}/'
          document.body.replaceChildren(frame)
        })()`)
        await tab.waitUntil(
          "/needs JavaScript/.test(frames[0].document.querySelector('.tool')?.innerText)",
        )
      }
    },
  },
  {
    name: 'panels follow the release, and a ConfigMap has Effective, Links and Mesh',
    play: async (tab, url) => {
      await open(tab, url)
      await openTab(tab, 'Upgrade')
      for (const release of ['1.1', '1.6']) {
        await tab.select('select[aria-label="Release"]', release)
        await tab.find(
          '[role="tabpanel"]',
          new RegExp(`(?:from|as) ${release.replace('.', '\\.')}\\.`),
        )
      }
      await openTab(tab, 'Explain')
      await tab.click('[role="tabpanel"] input')
      await tab.type('wrong dial timeout')
      await tab.press('Enter')
      await tab.find('[role="tabpanel"] li', /connectTimeoutMs/)
      await tab.open(`${url}playground/#sample=config-map`)
      await tab.page.reload()
      await openTab(tab, 'Effective')
      await tab.find('[role="tabpanel"]', /idleCircuitTimeout: 60000/)
      const rows = '[role="tabpanel"] tr'
      await tab.find(rows, /# ConfigMap\/ziti-router:ziti-router\.yaml/)
      expect(
        await tab.read(
          `site.visible('${rows}', ['# ConfigMap/ziti-router:', ''])[0].cells[1].innerText`,
        ),
        '',
      )
      await tab.find(rows, /binding: transport[^]*line 20/)
      await tab.click(`${rows} button`, /^line 20$/)
      await tab.find('.cm-activeLine', /- binding: transport/)
      await openTab(tab, 'Links')
      await tab.find('[role="tabpanel"] td', /^ziti-router$/)
      await tab.open(`${url}mesh/`)
      await tab.find('table[aria-label="Links"]')
      await tab.upload({ 'cm.yaml': formatConfigMap('south'), 'north.yml': sound })
      await tab.find('table[aria-label="Links"] td', /^south$/)
    },
  },
  {
    name: 'a sound file with 20 unknown keys has 20 findings',
    play: async (tab, url) => {
      await open(tab, url)
      const keys = Array.from({ length: 20 }, (_, index) => `setting${index}: ${index}\n`)
      await tab.upload({ 'many.yml': sound + keys.join('') })
      await tab.click(`${files} button`, /^many\.yml/)
      await tab.waitUntil(`site.visible(${JSON.stringify(findings)}).length === 20`)
    },
  },
]
