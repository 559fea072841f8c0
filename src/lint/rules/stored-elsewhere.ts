import type { Rule } from '../rule.js'

export const storedElsewhere: Rule = {
  id: 'stored-elsewhere',
  severity: 'warning',
  summary: 'A value that this release stores in the wrong place.',
  why: 'A fault of the release: the value replaces another setting, and its own keeps the default.',
  examples: {
    bad: [
      { text: 'interfaceDiscovery:\n  minReportInterval: 12h #! `checkInterval`', target: '1.6' },
    ],
    good: [{ text: 'interfaceDiscovery:\n  minReportInterval: 12h', target: '2.0' }],
  },
}
