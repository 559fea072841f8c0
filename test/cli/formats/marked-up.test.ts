import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { marked } from 'marked'
import { describe, expect, test } from 'vitest'
import { nasty, printed, reports, sets } from '../../support/reports.js'

const each = test.each(Object.entries(sets))

describe('in XML', () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    processEntities: true,
    htmlEntities: true,
    alwaysCreateTextNode: true,
    trimValues: false,
    isArray: (name) => ['testsuite', 'testcase', 'file', 'error', 'failure'].includes(name),
  })

  describe.each(['junit', 'checkstyle'])('%s', (name) => {
    each('is well formed: %s', async (_, given) => {
      const text = await printed(name, given, { refused: [nasty] })
      expect(XMLValidator.validate(text)).toBe(true)
      expect(text).not.toMatch(/[^\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
    })
  })

  test('junit has a suite a file, and a test for each error and warning', async () => {
    const {
      testsuites: { testsuite },
    } = parser.parse(await printed('junit'))
    expect(
      testsuite.map(({ name, tests, failures, errors }: Record<string, string>) => ({
        name,
        tests,
        failures,
        errors,
      })),
    ).toEqual([
      { name: 'clean.yaml', tests: '1', failures: '0', errors: '0' },
      { name: 'a folder/100% #1, ü:世.yaml', tests: '6', failures: '6', errors: '0' },
      { name: 'odd\\u001b]0;name\\u0007\n.yaml', tests: '1', failures: '0', errors: '0' },
    ])
    expect(testsuite[0].testcase).toHaveLength(1)
    expect(testsuite[0].testcase[0].failure).toBe(undefined)
    expect(testsuite[1].testcase[2].failure[0].message).toContain(
      'a`b |pipe| <tag attr="1"> & 100% a:b,c ]]>',
    )
    expect(testsuite[1]['system-out']['#text']).toContain('4:1: info: the router knows')
    expect(testsuite[1].timestamp).toBe('2026-01-02T03:04:05')
  })

  test('junit reports files that could not be read as errors, and is valid when empty', async () => {
    const {
      testsuites: {
        testsuite: [suite],
      },
    } = parser.parse(await printed('junit', [], { refused: ['why'] }))
    expect([suite.errors, suite.testcase[0].error[0].message]).toEqual(['1', 'why'])
    expect(parser.parse(await printed('junit', []))).toHaveProperty('testsuites')
  })

  test('checkstyle has every file with its findings', async () => {
    const {
      checkstyle: { file },
    } = parser.parse(await printed('checkstyle'))
    expect(
      file.map(({ name, error = [] }: { name: string; error?: object[] }) => [name, error.length]),
    ).toEqual([
      ['clean.yaml', 0],
      ['a folder/100% #1, ü:世.yaml', 7],
      ['odd\\u001b]0;name\\u0007\n.yaml', 1],
    ])
    expect(file[1].error[1]).toMatchObject({
      line: '3',
      column: '3',
      severity: 'warning',
      message: 'the router knows no key `dialers` here',
      source: 'routerfile.unknown-key',
    })
  })
})

describe('markdown', () => {
  const entities: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  }
  const textOf = (html: string): string =>
    html.replaceAll(/<[^>]+>/g, '').replaceAll(/&[^;]+;/g, (entity) => entities[entity] ?? entity)

  test.each([
    'a | b',
    '`a|b` and `c\\|d`',
    'odd ` one',
    '``',
    '<b>x</b> & `<i>`',
    '_a_ *b* [c](d) # ~e~ \\',
    '`a` `b`',
    'a\n| b |',
  ])('shows %j as it is, in a cell', async (message) => {
    const [, report] = reports
    const [diagnostic] = report?.diagnostics ?? []
    if (!report || !diagnostic) throw new Error('no report')
    const html = marked.parse(
      await printed('markdown', [
        {
          ...report,
          diagnostics: [
            { rule: 'unknown-key', severity: 'error', path: [], range: diagnostic.range, message },
          ],
        },
      ]),
      { async: false },
    )
    const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell)
    const shown =
      message === '``' || message.startsWith('odd') ? message : message.replaceAll('`', '')
    expect(cells.map(textOf)).toEqual([
      '2:1',
      'error',
      shown.replaceAll('\n', '\\n'),
      'unknown-key',
    ])
    expect(textOf(/<h3>(.*)<\/h3>/.exec(html)?.[1] ?? '')).toBe(report.path)
  })
})
