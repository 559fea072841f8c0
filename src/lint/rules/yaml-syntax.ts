import { formatSentences } from '../../schema/messages.js'
import { createFix } from '../../fix/edits.js'
import { repairSyntax } from '../../fix/repair-syntax.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const yamlSyntax: Rule = {
  id: 'yaml-syntax',
  severity: 'error',
  about: 'syntax',
  summary: 'The file is not valid YAML for the router.',
  why: 'The router refuses to start with a file that it cannot parse. Its own message often names a line next to the mistake.',
  examples: {
    bad: [
      'forwarder:\n\tlinkDialWorkerCount: 8 #! Tabs',
      yaml`
        metrics:
          reportInterval 1m #! colon
          messageQueueSize: 10
      `,
      yaml`
        csr:
          organization: "NetFoundry #! quote
      `,
    ],
    good: [
      yaml`
        forwarder:
          linkDialWorkerCount: 8
      `,
    ],
  },
  check: ({ document, report }) => {
    for (const problem of document.problems) {
      const { message, router, start, end } = problem
      report({
        path: [],
        span: { start, end },
        fix: () => {
          const repair = repairSyntax(document, problem)
          return repair && createFix(repair.title, repair.edits)
        },
        message: formatSentences(
          message,
          `the router refuses to start: "${router.replaceAll(/\s+/g, ' ')}"`,
        ),
      })
    }
  },
}
