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

test('wrong lines are marked without their indentation', () => {
  expect(highlight('a:\n  b: 1\n', 'yaml', '2')).toContain('  <mark><span class="key">b</span>')
})

test('other languages have no colors', () => {
  expect(highlight('a: <1>\n', 'sh', '')).toContain('<code>a: &lt;1&gt;\n</code>')
})
