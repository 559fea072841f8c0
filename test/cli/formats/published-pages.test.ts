import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Diagnostic } from '../../../src/core.js'
import { rules } from '../../../src/generated/rules.js'

const range = {
  start: { line: 0, character: 0, offset: 0 },
  end: { line: 0, character: 1, offset: 1 },
}
const finding: Diagnostic = { rule: 'no-links', severity: 'info', message: 'a', path: [], range }
const capabilities = { textDocument: { publishDiagnostics: { codeDescriptionSupport: true } } }

/** The link of a finding as a language server sends it. */
async function findLink(): Promise<string | undefined> {
  const { createConverter } = await import('../../../server/convert.js')
  const { viewOf } = await import('../../../src/language/index.js')
  const { readClient } = await import('../../../server/client.js')
  const { toLspDiagnostic } = await import('../../../server/diagnostics.js')
  const { findRulePage } = await import('../../../src/project/pages.js')
  const client = readClient({ capabilities }, findRulePage)
  const convert = createConverter(viewOf('a'), 'utf-16')
  return toLspDiagnostic(finding, { uri: 'file:///a', client, convert }).codeDescription?.href
}

/** The descriptors of rules in a SARIF report. */
async function listDescriptors(): Promise<{ id: string; helpUri?: string }[]> {
  const { printed } = await import('../../support/reports.js')
  const text = await printed('sarif', [
    { path: 'a', text: 'v', diagnostics: [finding], release: '2.0' },
  ])
  const log: { runs: { tool: { driver: { rules: { id: string; helpUri?: string }[] } } }[] } =
    JSON.parse(text)
  return log.runs[0]?.tool.driver.rules ?? []
}

describe('with a homepage', () => {
  beforeAll(() => {
    vi.stubGlobal('PACKAGE_HOMEPAGE', 'https://example.com/routerfile/')
    vi.resetModules()
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  test('diagnostics lead to the page of their rule', async () => {
    expect(await findLink()).toBe('https://example.com/routerfile/rules/no-links')
  })

  test('SARIF has the page of each rule', async () => {
    const [found] = (await listDescriptors()).filter(({ id }) => id === 'no-links')
    expect(found?.helpUri).toBe('https://example.com/routerfile/rules/no-links')
  })
})

describe('without a homepage', () => {
  test('SARIF has no pages', async () => {
    expect((await listDescriptors()).filter(({ helpUri }) => helpUri !== undefined)).toEqual([])
  })
})

test('the package has a page for each rule', () => {
  expect(rules.filter(({ id }) => !existsSync(`docs/rules/${id}.md`))).toEqual([])
})
