import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { connect, full } from '../../support/language-client.js'
import { copyPackage, makeFolder, remove } from '../../support/program.js'
import { base, hello, textOnly } from '../../support/serving.js'

test('without a homepage, findings lead to the page of their rule in the installed package', async () => {
  const folder = makeFolder({})
  onTestFinished(() => remove(folder))
  copyPackage(folder)
  cpSync('docs/rules', join(folder, 'docs/rules'), { recursive: true })
  const client = await connect({
    ...hello({ capabilities: full, settings: () => textOnly }),
    server: [join(folder, 'dist/language-server.cjs'), '--stdio'],
  })
  const uri = 'file:///somewhere/linked.yaml'
  const next = client.next(uri)
  client.open(uri, `${base}edge:\n  heartbeatIntervalSecond: 60\n`)
  const { diagnostics } = await next
  await client.stop()
  expect(diagnostics.length).toBeGreaterThan(0)
  for (const { code, codeDescription } of diagnostics) {
    const path = fileURLToPath(codeDescription?.href ?? '')
    expect(path.endsWith(join('docs', 'rules', `${String(code)}.md`))).toBe(true)
    expect(existsSync(path)).toBe(true)
  }
})
