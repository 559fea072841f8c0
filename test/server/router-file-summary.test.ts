import { expect, test } from 'vitest'
import { createRouterFileSummarizer } from '../../server/router-file-summary.js'
import { exampleFile } from '../../server/warm-up.js'
import { viewOf } from '../../src/language/index.js'

/** With a key that older releases do not read. */
const text = `${exampleFile}connectEvents: {}\n`

test('summaries of router files share equal paths and keys, and nothing else', () => {
  const summarize = createRouterFileSummarizer()
  const north = summarize(viewOf(text), 'north.yml')
  const south = summarize(viewOf(text), 'south.yml')
  expect(north.summary.sockets.length).toBeGreaterThan(0)
  expect(north.summary.keys.length).toBeGreaterThan(0)
  expect(south.summary.keys).toBe(north.summary.keys)
  for (const [index, socket] of south.summary.sockets.entries()) {
    expect(socket).toEqual(north.summary.sockets[index])
    expect(socket.path).toBe(north.summary.sockets[index]?.path)
  }
  expect([north.summary.path, south.summary.path]).toEqual(['north.yml', 'south.yml'])
})

test('a summary is the same whether other files were summarized before or not', () => {
  const summarize = createRouterFileSummarizer()
  summarize(
    viewOf('v: 3\nlisteners:\n  - binding: edge\n    address: tls:0.0.0.0:1\n'),
    'other.yml',
  )
  expect(summarize(viewOf(text), 'north.yml')).toEqual(
    createRouterFileSummarizer()(viewOf(text), 'north.yml'),
  )
})
