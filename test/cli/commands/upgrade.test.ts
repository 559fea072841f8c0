import { describe, expect, test } from 'vitest'
import { completeExample } from '../../support/fixtures.js'
import { folderWith, runHere } from '../../support/program.js'

const router = (text: string): string => completeExample(text).text

const refused = router('ctrl: {endpoint: "tls:a:1", rateLimiter: {maxSize: 10}}')
const sound = router('forwarder: {idleCircuitTimeout: 60000}')

const files = { 'a.yml': sound, 'b.yml': sound, 'c.yml': refused }

const upgrade = (words: readonly string[], content: Readonly<Record<string, string>> = files) =>
  runHere(['upgrade', '.', '--check', 'none', ...words], { cwd: folderWith(content) })

describe('upgrade of a folder', () => {
  test('begins with the table, worst file first, and a sentence on all files', async () => {
    const { out, code } = await upgrade(['--from', '1.3', '--to', '1.6'])
    const [head = '', ...rows] = out.split('\n')
    expect(head).toMatch(/^verdict +refused +values +read +ignored +other +file$/)
    expect(rows.slice(0, 3).map((row) => row.trim().split(/\s+/).at(-1))).toEqual([
      'c.yml',
      'a.yml',
      'b.yml',
    ])
    expect(rows.slice(3, 6).join(' ').trim()).toMatch(
      /^3 files from 1\.3\.3 to 1\.6\.20: 1\.6\.20 refuses 1, the router behaves differently with 2;/,
    )
    expect(code).toBe(1)
  })

  test('says each change once, with the files that it concerns', async () => {
    const { out } = await upgrade(['--from', '1.3', '--to', '1.6'])
    const at = (part: string): number => out.split(part).length - 1
    expect(at('refused in 1 file: c.yml')).toBe(1)
    expect(at('in 3 files: c.yml, a.yml, b.yml')).toBeGreaterThan(1)
    const changes = out.split('\n').filter((line) => line.includes('`link.dialers[].maxAck'))
    expect(changes.length).toBeLessThan(2)
  })

  test('says what to do first below the table', async () => {
    const { out } = await upgrade(['--from', '1.6', '--to', '2.0'])
    expect(out.indexOf('Upgrade the controllers first')).toBeGreaterThan(out.indexOf('verdict'))
    expect(out.indexOf('Upgrade the controllers first')).toBeLessThan(out.indexOf('good to know'))
  })

  test('shows the value of one file as an example where others differ', async () => {
    const { out } = await upgrade(['--from', '2.1', '--to', '2.0'], {
      'a.yml': router('connectEvents: {batchInterval: 1s, later: 1}'),
      'b.yml': router('managedConfig: {allow: [x]}'),
      'c.yml': router('managedConfig: {allow: [y]}'),
    })
    expect(out).toContain('in 2 files: b.yml, c.yml')
  })

  test('is the same in Markdown: the table, then each change once', async () => {
    const { out } = await upgrade(['--from', '1.3', '--to', '1.6', '--format', 'markdown'])
    expect(out).toMatch(/^\| Verdict \|/)
    expect(out).toContain('| Kind | Files | What changes | What to do | Keys and releases |')
    expect(out).toContain('| refused | 1 file: c.yml |')
  })

  test('has only sentences', async () => {
    for (const format of ['pretty', 'markdown']) {
      const { out } = await upgrade(['--from', '1.6.19', '--to', '1.6.20', '--format', format])
      expect(out).not.toMatch(/\d (news|same|changed)\b/)
      expect(out).toMatch(/3 files from 1\.6\.19 to 1\.6\.20: \S+ /)
    }
  })
})

describe('the formats of lint', () => {
  const words = ['--from', '1.3', '--to', '1.6']

  test('SARIF has a result for each change, at its place, with its fix', async () => {
    const { out, code } = await upgrade([...words, '--format', 'sarif'])
    const [run] = JSON.parse(out).runs
    const result = run.results.find(
      (found: { ruleId: string }) => found.ruleId === 'upgrade-refused',
    )
    expect(result).toMatchObject({
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'c.yml' } } }],
    })
    expect(run.properties.release).toBe('1.3.3 to 1.6.20')
    expect(run.artifacts).toHaveLength(3)
    expect(
      run.tool.driver.rules.find(({ id }: { id: string }) => id === 'upgrade-refused')
        .shortDescription.text,
    ).toBe('A router of the new release refuses to start.')
    expect(run.results.some((found: { fixes?: unknown }) => found.fixes)).toBe(true)
    expect(code).toBe(1)
  })

  test('JUnit has a suite for each file', async () => {
    const { out } = await upgrade([...words, '--format', 'junit'])
    expect(out).toMatch(/<testsuite name="c\.yml"[^>]* failures="[1-9]/)
    const same = await upgrade(['--from', '1.6', '--to', '1.6', '--format', 'junit'])
    expect(same.out).toContain('name="routerfile upgrade"')
  })

  test('GitHub has an annotation for each change', async () => {
    const { out } = await upgrade([...words, '--format', 'github'])
    expect(out).toMatch(/^::error file=c\.yml,line=\d+.*title=upgrade-refused::/m)
    expect(out).toMatch(/for releases 1\.3\.3 to 1\.6\.20\n$/)
    expect(out).not.toContain('routerfile fix')
  })

  test('name what could not be compared', async () => {
    const cwd = folderWith({ 'a.yml': sound })
    const argv = ['upgrade', 'a.yml', 'none.yml', '--from', '1.6', '--format', 'sarif']
    const { out, code } = await runHere([...argv, '--check', 'none'], { cwd })
    const [{ invocations }] = JSON.parse(out).runs
    expect(invocations[0].executionSuccessful).toBe(false)
    expect(JSON.stringify(invocations)).toContain('none.yml')
    expect(code).toBe(2)
  })
})
