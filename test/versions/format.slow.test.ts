import { describe, expect, test } from 'vitest'
import { effective, lint } from '../../src/core.js'
import { formatText } from '../../src/versions/format.js'
import { diff } from '../../src/versions/diff.js'
import { selectSamples } from '../support/recorded.js'
import { yaml } from '../support/yaml.js'

describe('sorted keys', () => {
  const cases: [what: string, before: string, after: string][] = [
    [
      'have the order of the schema, unknown ones last',
      yaml`
        link: {}
        strange: 1
        v: 3
      `,
      yaml`
        v: 3
        link: {}
        strange: 1
      `,
    ],
    [
      'take the comments above and inside with them',
      yaml`
        # the file
        v: 3

        # about ctrl
        ctrl:
          # about options
          options: # of the channel
            connectTimeout: 5s
            # not used
          endpoint: tls:a:1

        identity:
          key: b
          cert: a
      `,
      yaml`
        # the file
        v: 3

        identity:
          cert: a
          key: b

        # about ctrl
        ctrl:
          endpoint: tls:a:1
          # about options
          options: # of the channel
            connectTimeout: 5s
            # not used
      `,
    ],
    [
      'are sorted in items of lists',
      yaml`
        listeners:
          - options:
              advertise: a:1
            # what it is
            binding: edge
      `,
      yaml`
        listeners:
          # what it is
          - binding: edge
            options:
              advertise: a:1
      `,
    ],
    [
      'keep blank lines between sections',
      yaml`
        link: {}

        v: 3

        ctrl: {}
      `,
      yaml`
        v: 3

        ctrl: {}

        link: {}
      `,
    ],
    [
      'keep texts of several lines',
      yaml`
        identity:
          key: |
            x

            y
          cert: "a
            b"
      `,
      yaml`
        identity:
          cert: "a
            b"
          key: |
            x

            y
      `,
    ],
    [
      'keep line ends and the byte order mark',
      '\ufefflink: {}\r\nv: 3',
      '\ufeffv: 3\r\nlink: {}\r\n',
    ],
    [
      'are not sorted where an alias depends on the order',
      yaml`
        link: &link {}
        v: 3
        forwarder: *link
      `,
      yaml`
        link: &link {}
        v: 3
        forwarder: *link
      `,
    ],
    [
      'are not sorted where a key is there twice',
      yaml`
        link: {}
        v: 3
        link: {}
      `,
      yaml`
        link: {}
        v: 3
        link: {}
      `,
    ],
    ['stay in a broken file', 'link: [\nv: 3\n', 'link: [\nv: 3\n'],
  ]
  test.each(cases)('%s', (_, before, after) => {
    expect(formatText(before, { sort: true })).toBe(after)
    expect(formatText(after, { sort: true })).toBe(after)
  })
})

test('without sorting, only white space changes', () => {
  expect(formatText('link:   {}\nv:  3\n')).toBe('link: {}\nv: 3\n')
  expect(formatText('v:  3 #  a   b\n')).toBe('v: 3 #  a   b\n')
  expect(formatText('v:  3 #a\tb\n')).toBe('v: 3 #a\tb\n')
})

describe('over recorded files', () => {
  const samples = selectSamples(50).filter(({ text }) => text.length < 20_000)

  test.each([false, true])('nothing changes in effect, and once is enough (sort: %s)', (sort) => {
    expect(samples.length).toBeGreaterThan(50)
    const faults = samples.flatMap(({ name, text, env = {} }) => {
      const options = { env }
      const after = formatText(text, { ...options, sort })
      const content = (file: string): string => file.split('').sort().join('').replaceAll(/\s/g, '')
      const rank = (file: string): string[] => [
        ...effective(file, options).map((row) => JSON.stringify([row.path, row.value, row.origin])),
        ...lint(file, options)
          .map(({ rule, severity }) => `${rule} ${severity}`)
          .sort(),
      ]
      return [
        ...(diff(text, after, options).length > 0 ? [`${name}: another effect`] : []),
        ...(JSON.stringify(rank(after)) === JSON.stringify(rank(text))
          ? []
          : [`${name}: other findings`]),
        ...(content(after) === content(text) ? [] : [`${name}: other content`]),
        ...(formatText(after, { ...options, sort }) === after ? [] : [`${name}: changes again`]),
      ]
    })
    expect(faults).toEqual([])
  })
})
