import { describe, expect, test } from 'vitest'
import { createFrontPage } from '../../../scripts/site/front-page.js'
import { fixSample, samples } from '../../../web/playground/samples.js'
import { listTargets } from '../../../src/schema/model.js'

const page = createFrontPage()

/** The texts of all elements with a tag and class. */
const listTexts = (tag: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`<${tag} class="${name}">([^<]*)</${tag}>`, 'g'))].map(
    ([, text = '']) => text,
  )

describe('the front page', () => {
  test('shows the line of a sample before and after its fix', () => {
    const [broken = '', healed = ''] = [samples[0]?.files, samples[0] && fixSample(samples[0])].map(
      (files) => files?.[0]?.text,
    )
    const [before = '', after = ''] = [listTexts('del', 'broken')[0], listTexts('ins', 'healed')[0]]
    expect(broken.replace(before, after)).toBe(healed)
    expect(before).not.toBe(after)
  })

  test('says what each release does, before and after', () => {
    for (const { line } of listTargets())
      expect(page.match(new RegExp(`title="${line.replace('.', '[.]')}: `, 'g'))).toHaveLength(2)
  })

  test('calls no release sound that refuses the healed file', () => {
    expect(page).toMatch(/Releases 0\.30 to 1\.1 refuse to start with it: .*<code>edge<\/code>/)
    expect(page).toMatch(/title="0\.31: refuses to start"/)
    expect(page).toMatch(/title="2\.0: starts"/)
  })

  test('has a line to install with, which the Getting started guide repeats', async () => {
    const { readFileSync } = await import('node:fs')
    const [, line = ''] = /```sh\n(.*)\n```/.exec(page) ?? []
    expect(readFileSync('docs/start.md', 'utf8')).toContain(`\n${line}\n`)
  })
})
