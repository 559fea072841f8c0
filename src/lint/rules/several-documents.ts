import type { Rule } from '../rule.js'

export const severalDocuments: Rule = {
  id: 'several-documents',
  severity: 'warning',
  summary: 'The text goes on after the first YAML document.',
  why: 'The router reads the first document only; a line of `---` or `...` in the middle of a file cuts off the rest.',
  examples: {
    bad: ['metrics:\n  messageQueueSize: 5\n...\nforwarder: #! not read\n  idleTxInterval: 1000'],
    good: ['metrics:\n  messageQueueSize: 5\nforwarder:\n  idleTxInterval: 1000'],
  },
  check: ({ document, report }) => {
    const { rest, text } = document
    if (!rest) return
    const line = /[^\r\n]*/.exec(text.slice(rest.start))?.[0] ?? ''
    report({ path: [], span: { start: rest.start, end: rest.start + line.length }, message: 'what follows is not read: the first document ends here' })
  },
}
