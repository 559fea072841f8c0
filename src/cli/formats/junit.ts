import type { Diagnostic } from '../../diagnostic.js'
import { showPath } from '../../diagnostic.js'
import { documentationOf } from '../../lint/documentation.js'
import type { OutputFormat, Report, Run } from './format.js'
import type { Element } from './xml.js'
import { xml } from './xml.js'

/** A test that went well, or what went wrong with it. */
const test = (classname: string, name: string, content: readonly Element[] = []): Element => ({
  name: 'testcase',
  attributes: { name, classname, time: 0 },
  content,
})

const sentence = (
  path: string,
  { range: { start }, severity, message, rule }: Diagnostic,
): string => `${path}:${start.line + 1}:${start.character + 1}: ${severity}: ${message} [${rule}]`

const failure = (path: string, diagnostic: Diagnostic): Element =>
  test(path, [diagnostic.rule, showPath(diagnostic.path)].filter(Boolean).join(' '), [
    {
      name: 'failure',
      attributes: { type: diagnostic.severity, message: diagnostic.message },
      content: `${sentence(path, diagnostic)}\n${documentationOf(diagnostic.rule)}`,
    },
  ])

type Suite = {
  name: string
  tests: readonly Element[]
  output: string
  failures: number
  errors: number
}

function suiteOf({ path, diagnostics }: Report): Suite {
  const failures = diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map((diagnostic) => failure(path, diagnostic))
  const notes = diagnostics
    .filter(({ severity }) => severity === 'info')
    .map((diagnostic) => sentence(path, diagnostic))
  return {
    name: path,
    tests: failures.length > 0 ? failures : [test(path, 'routerfile lint')],
    output: notes.join('\n'),
    failures: failures.length,
    errors: 0,
  }
}

/** What could not be looked at, as tests that broke down. */
const refusal = (refused: readonly string[]): Suite => ({
  name: 'routerfile',
  tests: refused.map((why) =>
    test('routerfile', why, [{ name: 'error', attributes: { type: 'unreadable', message: why } }]),
  ),
  output: '',
  failures: 0,
  errors: refused.length,
})

/** What the schemas of Jenkins (`junit-10.xsd`) and of the Ant task (`JUnit.xsd`) both allow. */
export const junit: OutputFormat = {
  print: (reports, { release, refused, started }: Run) => {
    const timestamp = started.toISOString().slice(0, 19)
    const suites = [...reports.map(suiteOf), ...(refused.length > 0 ? [refusal(refused)] : [])]
    const elements = suites.map(({ name, tests, output, failures, errors }, id): Element => ({
      name: 'testsuite',
      attributes: {
        name,
        package: name,
        id,
        timestamp,
        hostname: 'localhost',
        tests: tests.length,
        failures,
        errors,
        skipped: 0,
        time: 0,
      },
      content: [
        {
          name: 'properties',
          content: [{ name: 'property', attributes: { name: 'release', value: release } }],
        },
        ...tests,
        { name: 'system-out', content: output },
        { name: 'system-err' },
      ],
    }))
    return xml({ name: 'testsuites', content: elements })
  },
}
