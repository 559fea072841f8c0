import { expect, test } from 'vitest'
import { highlight } from '../../../web/theme/highlight.js'

test.for([
  ['a: 1', '<span class="key">a</span>:<span class="number"> 1</span>'],
  [
    '  - b: "x" # why',
    '  - <span class="key">b</span>:<span class="string"> &quot;x&quot;</span><span class="comment"> # why</span>',
  ],
  ['# c: 1', '<span class="comment"># c: 1</span>'],
  ['c: tls:0.0.0.0:1', '<span class="key">c</span>: tls:0.0.0.0:1'],
  ['a: <b>&{{x}}', '<span class="key">a</span>: &lt;b&gt;&amp;{{x}}'],
] as const)('of %s, keys, values and comments are marked', ([line, html]) => {
  const shown = highlight(`${line}\n`, 'yaml', '')
  expect(shown.replaceAll('"x"', '&quot;x&quot;')).toContain(`<code>${html}\n</code>`)
})

test('a finding is marked at its columns, in the color of its severity', () => {
  expect(highlight('a:\n  b: 1\n', 'yaml', '2-2-3-1')).toContain(
    '  <mark class="warning"><span class="key">b</span></mark>:<span class="number"> 1</span>',
  )
  expect(highlight('b: 12\n', 'yaml', '1-3-5-0')).toContain(
    ':<span class="number"> </span><mark class="error"><span class="number">12</span></mark>',
  )
})

test('a finding of several lines is marked to the end of its first one', () => {
  expect(highlight('- a: 1\n', 'yaml', '1-2-0-2')).toContain(
    '- <mark class="info"><span class="key">a</span></mark><mark class="info">:</mark><mark class="info"><span class="number"> 1</span></mark>\n',
  )
})

test('other languages have no colors', () => {
  expect(highlight('a: <1>\n', 'sh', '')).toContain('<code>a: &lt;1&gt;\n</code>')
})
