import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../src/yaml/index.js'
import { yaml } from '../support/yaml.js'
import { marked } from './marked.js'

// The text with what is to blame between marks, the code, and what yaml.v2 says.
const refused: [string, string, string][] = [
  ['a: 1\n«b»\nc: 3\n', 'missing-colon', "yaml: line 3: could not find expected ':'"],
  ['a: 1\n«b c»\nd: 3\n', 'missing-colon', "yaml: line 3: could not find expected ':'"],
  [
    '«v:3»\nw: 4\n',
    'missing-space',
    'yaml: line 2: mapping values are not allowed in this context',
  ],
  ['a: 1\n«v:3»\nw: 4\n', 'missing-space', "yaml: line 3: could not find expected ':'"],
  [
    'a: 1\n«advertise         tls:x:1»\nb: 2\n',
    'missing-colon',
    "yaml: line 3: could not find expected ':'",
  ],
  [
    'a:\n  «b»\n  c: 1\n',
    'missing-colon',
    'yaml: line 3: mapping values are not allowed in this context',
  ],
  ['a:\n  - b\n  «-c»\n', 'missing-space', "yaml: line 4: could not find expected ':'"],
  ['a: «b: c»\n', 'misplaced-colon', 'yaml: mapping values are not allowed in this context'],
  ['- a: «b: c»\n', 'misplaced-colon', 'yaml: mapping values are not allowed in this context'],
  ['a: «- b»\n', 'misplaced-dash', 'yaml: block sequence entries are not allowed in this context'],
  ['a: «? b»\n', 'misplaced-question-mark', 'yaml: mapping keys are not allowed in this context'],
  ['a: «@x»\n', 'reserved-character', 'yaml: found character that cannot start any token'],
  ['a: «`x»\n', 'reserved-character', 'yaml: found character that cannot start any token'],
  ['a: «%x»\n', 'reserved-character', 'yaml: found character that cannot start any token'],
  ['a: [«|»]\n', 'reserved-character', 'yaml: found character that cannot start any token'],
  [
    'a:\n«\t»b: 1\n',
    'tab-indentation',
    'yaml: line 2: found character that cannot start any token',
  ],
  [
    'a: 1\n«\t»b: 2\n',
    'tab-indentation',
    'yaml: line 2: found a tab character that violates indentation',
  ],
  [
    'a: |\n«\t»x\n',
    'tab-indentation',
    'yaml: line 2: found a tab character where an indentation space is expected',
  ],
  [
    'a: [b,\n\tc: [d\n«\t»]\n]\n',
    'tab-indentation',
    'yaml: line 3: found a tab character that violates indentation',
  ],
  ['a: «"x»\nb: 1\n', 'unclosed-quote', 'yaml: line 3: found unexpected end of stream'],
  ["a: «'x»\nb: 'y'\n", 'unclosed-quote', 'yaml: line 1: did not find expected key'],
  ['a: «"x»\n---\nb"\n', 'unclosed-quote', 'yaml: line 2: found unexpected document indicator'],
  ['a: "C:«\\d»ir"\n', 'bad-escape', 'yaml: found unknown escape character'],
  ['a: "«\\x»4"\n', 'bad-escape', 'yaml: did not find expected hexdecimal number'],
  ['a: "«\\u»D800"\n', 'bad-escape', 'yaml: found invalid Unicode character escape code'],
  ['a: "b" «c»\n', 'text-after-value', 'yaml: did not find expected key'],
  ['a: [b] «c»\n', 'text-after-value', 'yaml: did not find expected key'],
  ['a: b]\nc: [d]«]»\n', 'text-after-value', 'yaml: line 1: did not find expected key'],
  ['a: «[b, c»\nd: 1\n', 'unclosed-bracket', "yaml: line 1: did not find expected ',' or ']'"],
  ['a: «{b: 1, c»\nd: 1\n', 'unclosed-bracket', "yaml: line 1: did not find expected ',' or '}'"],
  ['a: [b c: d e«: f»]\n', 'missing-comma', "yaml: did not find expected ',' or ']'"],
  ['a: {b: «${X}»}\n', 'unquoted-variable', "yaml: did not find expected ',' or '}'"],
  ['a: [b, «,» c]\n', 'missing-value', 'yaml: did not find expected node content'],
  ['a: «]»\n', 'missing-value', 'yaml: did not find expected node content'],
  ['a: «,»\n', 'missing-value', 'yaml: did not find expected node content'],
  [
    'a: «*.example.com»\n',
    'bad-alias',
    'yaml: did not find expected alphabetic or numeric character',
  ],
  ['a: «&»\n', 'bad-anchor', 'yaml: did not find expected alphabetic or numeric character'],
  ['a: «*é»\n', 'bad-alias', 'yaml: did not find expected alphabetic or numeric character'],
  ['a: «!x{y}» z\n', 'bad-tag', 'yaml: did not find expected whitespace or line break'],
  ['a: «!e!x» z\n', 'unknown-tag-handle', 'yaml: found undefined tag handle'],
  ['a: «!<x» z\n', 'bad-tag', "yaml: did not find the expected '>'"],
  ['a: «!<>» z\n', 'bad-tag', 'yaml: did not find expected tag URI'],
  ['a: «!%zz» z\n', 'bad-tag', 'yaml: did not find URI escaped octet'],
  [
    'a: «|x»\n  text\nb: 1\n',
    'bad-block-header',
    'yaml: did not find expected comment or line break',
  ],
  ['a: «>0»\n  text\n', 'bad-block-header', 'yaml: found an indentation indicator equal to 0'],
  ['«%YAML 1.2»\n---\na: 1\n', 'unsupported-version', 'yaml: found incompatible YAML document'],
  ['«%YAML 1»\n---\na: 1\n', 'bad-directive', "yaml: did not find expected digit or '.' character"],
  ['«%FOO bar»\n---\na: 1\n', 'bad-directive', 'yaml: found unknown directive name'],
  [
    '«%YAML 1.1»\na: 1\n',
    'missing-document-start',
    'yaml: line 1: did not find expected <document start>',
  ],
  [
    '%YAML 1.1\n«%YAML 1.1»\n---\na: 1\n',
    'bad-directive',
    'yaml: line 1: found duplicate %YAML directive',
  ],
  [
    '%TAG !a! x:\n«%TAG !a! y:»\n---\na: 1\n',
    'bad-directive',
    'yaml: line 1: found duplicate %TAG directive',
  ],
  ['«...»\na: 1\n', 'missing-value', 'yaml: did not find expected node content'],
  [
    'a: 1\n  «b: 2»\nc: 3\n',
    'wrong-indentation',
    'yaml: line 2: mapping values are not allowed in this context',
  ],
  ['a: "1"\n  «b: 2»\nc: 3\n', 'wrong-indentation', 'yaml: line 1: did not find expected key'],
  [
    'a: «x»\n  b: 1\n  c: 2\nd: 3\n',
    'value-before-block',
    'yaml: line 2: mapping values are not allowed in this context',
  ],
  [
    'a:\n    b: 1\n  «c: 2»\nd: 3\n',
    'wrong-indentation',
    'yaml: line 2: did not find expected key',
  ],
  [
    'a:\n    b: 1\n    c: 1\n   «d: 2»\ne: 3\n',
    'wrong-indentation',
    'yaml: line 3: did not find expected key',
  ],
  [
    'a:\n  - b: 1\n  «c: 2»\nd: 3\n',
    'missing-dash',
    "yaml: line 2: did not find expected '-' indicator",
  ],
  ['a:\n  b: 1\n  «- c»\nd: 3\n', 'wrong-indentation', 'yaml: line 2: did not find expected key'],
  ['a: 1\nb: «\u0007»\n', 'control-character', 'yaml: control characters are not allowed'],
  ['a: 1\nb: «»\n', 'control-character', 'yaml: control characters are not allowed'],
  ['a: «*x»\n', 'unknown-anchor', "yaml: unknown anchor 'x' referenced"],
  ['a: !!int «x»\n', 'bad-tagged-value', 'yaml: cannot decode !!str `x` as a !!int'],
  ['a: !!int «3.0»\n', 'bad-tagged-value', 'yaml: cannot decode !!float `3.0` as a !!int'],
  ['a: !!null «x»\n', 'bad-tagged-value', 'yaml: cannot decode !!str `x` as a !!null'],
  ['a: !!bool «1»\n', 'bad-tagged-value', 'yaml: cannot decode !!int `1` as a !!bool'],
  ['a: !!float «x»\n', 'bad-tagged-value', 'yaml: cannot decode !!str `x` as a !!float'],
  ['a: !!timestamp «x»\n', 'bad-tagged-value', 'yaml: cannot decode !!str `x` as a !!timestamp'],
  ['a: !!binary «é»\n', 'bad-tagged-value', 'yaml: !!binary value contains invalid base64 data'],
  ['«[a, b]»: c\n', 'invalid-key', 'yaml: invalid map key: []interface {}{"a", "b"}'],
  [
    '? «{a: 1}»\n: c\n',
    'invalid-key',
    'yaml: invalid map key: map[interface {}]interface {}{"a":1}',
  ],
  ['<<: «1»\n', 'bad-merge', 'yaml: map merge requires map or sequence of maps as the value'],
  ['<<: [«1»]\n', 'bad-merge', 'yaml: map merge requires map or sequence of maps as the value'],
  [
    'x: &x 1\n<<: «*x»\n',
    'bad-merge',
    'yaml: map merge requires map or sequence of maps as the value',
  ],
  ['a: &a [«*a»]\n', 'recursive-anchor', "yaml: anchor 'a' value contains itself"],
  [
    '«- a»\n- b\n',
    'root-not-map',
    yaml`
      yaml: unmarshal errors:
        line 1: cannot unmarshal !!seq into map[interface {}]interface {}`,
  ],
  [
    '\n\n«text»\n',
    'root-not-map',
    'yaml: unmarshal errors:\n  line 3: cannot unmarshal !!str `text` into map[interface {}]interface {}',
  ],
  [
    '«"1234567890a"»\n',
    'root-not-map',
    'yaml: unmarshal errors:\n  line 1: cannot unmarshal !!str `1234567...` into map[interface {}]interface {}',
  ],
  [
    '!!map «text»\n',
    'root-not-map',
    yaml`
      yaml: unmarshal errors:
        line 1: cannot unmarshal !!maptext into map[interface {}]interface {}`,
  ],
  ['«a»\nb: 1', 'missing-colon', 'yaml: line 2: mapping values are not allowed in this context'],
  ['&a «&b c: 1»\n', 'text-after-value', 'yaml: did not find expected key'],
  ['a: !!str &x «*y»\n', 'text-after-value', 'yaml: did not find expected key'],
]

// The text, and what we say about it.
const messages: [string, string][] = [
  [
    yaml`
      a: 1
      advertise         tls:x:1
    `,
    '`advertise tls:x:1` has no colon after the key; write `advertise: ...`',
  ],
  [
    yaml`
    a: 1
    v:3
  `,
    '`v:3` has no space after the colon; write `v: 3`',
  ],
  [
    yaml`
    a:
      - b
      -c
  `,
    '`-c` has no space after the dash; write `- c`',
  ],
  ['a:\n\tb: 1\n', 'tabs are not allowed for indentation; use spaces'],
  ['a: @x\n', '`@x` starts with a reserved character; quote it: `"@x"`'],
  [
    yaml`
    a: "x
    b: 1
  `,
    '`"x` has no closing quote; add `"` at its end',
  ],
  [
    yaml`
    a: [b, c
    d: 1
  `,
    '`[b, c` has no closing bracket; add `]` at its end',
  ],
  ['a: {b: ${X}}\n', '`${X}` must be quoted inside brackets: `"${X}"`'],
  [
    'a: *.example.com\n',
    '`*.example.com` starts with `*`, but is not a valid alias; quote it if it is a string',
  ],
  [
    yaml`
    a: 1
      b: 2
  `,
    '`b: 2` is indented by 2 spaces, which matches no entry; do not indent it',
  ],
  [
    'a: "C:\\dir"\n',
    '`\\d` is not a valid escape sequence; write `\\\\d`, or put the value in single quotes',
  ],
  [
    'a: "\\x4"\n',
    '`\\x` needs 2 hexadecimal digits; write `\\\\x`, or put the value in single quotes',
  ],
  ['...\na: 1\n', '`...` ends a document that has not started; remove it'],
  [
    `a: [${'x'.repeat(50)}\n`,
    `\`[${'x'.repeat(39)}...\` has no closing bracket; add \`]\` at its end`,
  ],
]

describe('a refused text', () => {
  it.each(refused)('%j is refused as %s', (source, code, router) => {
    const { text, span } = marked(source)
    const { problems } = parseYaml(text)
    expect(
      problems.map(({ code, start, end, routerMessage, outcome }) => ({
        code,
        start,
        end,
        routerMessage,
        outcome,
      })),
    ).toEqual([{ code, ...span, routerMessage: router, outcome: 'refuses' }])
  })

  it.each(messages)('%j is explained', (text, message) => {
    expect(parseYaml(text).problems[0]?.message).toBe(message)
  })

  it.each(refused)('%j is explained in one sentence without a full stop', (source) => {
    const { problems } = parseYaml(marked(source).text)
    expect(problems).not.toEqual([])
    for (const { message } of problems) expect(message).toMatch(/^(?:[a-z]|`).*[^.\s]$/)
  })

  it('crashes the router if the document is null', () => {
    for (const text of ['~\n', '---\n', '--- # nothing\n...\n', 'null', '!!null']) {
      expect(parseYaml(text).problems).toMatchObject([
        {
          code: 'null-document',
          routerMessage: 'assignment to entry in nil map',
          outcome: 'crashes',
        },
      ])
    }
  })

  it('counts every kind of line break', () => {
    const text = 'a: 1\r\nb: 1\rc: 1\nd: 1\u0085e: 1\u2028f: 1\u2029g: @\n'
    expect(parseYaml(text).problems[0]?.routerMessage).toBe(
      'yaml: line 7: found character that cannot start any token',
    )
  })

  it('is refused for a control character before anything that is read with it', () => {
    expect(parseYaml('a: @\nb: \u0001\n').problems[0]?.code).toBe('control-character')
  })

  it('is not refused for a control character that is never read', () => {
    const { problems, unreadContent } = parseYaml(`a: 1\n---\n${'# later\n'.repeat(100)}\u0001\n`)
    expect(problems).toEqual([])
    expect(unreadContent?.start).toBe(5)
  })

  it('names the fault first that yaml.v2 stops at, then the others by place', () => {
    const found = parseYaml(yaml`
      a: "b" c
      d: !!int x
      e: @
      f: *g
    `).problems
    expect(found.map(({ code }) => code)).toEqual([
      'text-after-value',
      'bad-tagged-value',
      'reserved-character',
      'unknown-anchor',
    ])
  })

  it('comes to the last of merged maps first', () => {
    expect(
      parseYaml('<<: [{a: !!int x}, {b: !!int z}]\n').problems.map(
        ({ routerMessage }) => routerMessage,
      ),
    ).toEqual([
      'yaml: cannot decode !!str `z` as a !!int',
      'yaml: cannot decode !!str `x` as a !!int',
    ])
  })

  it('has its complex keys printed as Go prints them', () => {
    const key =
      '{~: [], t: "\\a\\x7f\\u00ad\\U0001F600", 1: 1e6, .5: {}, yes: 18446744073709551615, ü: !!binary /w==}'
    expect(parseYaml(`? ${key}\n: 1\n`).problems[0]?.routerMessage).toBe(
      'yaml: invalid map key: map[interface {}]interface {}{interface {}(nil):[]interface {}{}, ' +
        '"t":"\\a\\x7f\\u00ad😀", "ü":"\\xff", 1:1e+06, 0.5:map[interface {}]interface {}{}, ' +
        'true:0xffffffffffffffff}',
    )
  })
})
