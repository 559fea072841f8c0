import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'

/** `routerfile ui`, as it is built in `dist`. */
export const ui: readonly Scenario[] = [
  {
    name: 'a file of a folder is opened, fixed and saved',
    play: async (page) => {
      const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
      const path = join(folder, 'router.yml')
      const text = `${readFileSync('fixtures/samples/public.yaml', 'utf8')}forwarder:\n  latencyProbeInterval: 10\n`
      writeFileSync(path, text)
      const program = spawn(process.execPath, ['dist/cli.cjs', 'ui', folder])
      try {
        const [address] = await program.stdout.setEncoding('utf8').take(1).toArray()
        await page.goto(String(address).trim())
        await page.getByRole('combobox', { name: 'File of the folder' }).selectOption({ index: 1 })
        await page.getByRole('list', { name: 'Findings' }).getByText('obsolete-key').waitFor()
        await page.getByRole('button', { name: 'Fix all' }).click()
        await page.getByRole('status').getByText('One finding fixed').waitFor()
        expect(readFileSync(path, 'utf8'), text)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('status').getByText('is saved').waitFor()
        expect(readFileSync(path, 'utf8').includes('latencyProbeInterval'), false)
      } finally {
        program.kill()
        rmSync(folder, { recursive: true, force: true })
      }
    },
  },
]
