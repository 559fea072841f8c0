import { describeRouterAction, formatSentences } from '../../schema/messages.js'
import { inBindPoints } from '../example.js'
import type { Rule } from '../rule.js'
import { findCollisions, listListenerSockets, listWebSockets } from '../listeners.js'

export const webPortTaken: Rule = {
  id: 'web-port-taken',
  severity: 'error',
  except: [{ in: 'survives-taken-web-port', severity: 'warning' }],
  remedy: 'choose-free-port',
  summary: 'A web server uses a port that is already in use.',
  why: 'Since 2.0 the router crashes when the port of a web server is already in use. Before 2.0 only the web server fails to start, without a message.',
  examples: {
    bad: [
      inBindPoints`
        - interface: 0.0.0.0:3022 #! already in use
          address: localhost:3022
      `,
    ],
    good: [
      inBindPoints`
        - interface: 0.0.0.0:8081
          address: localhost:8081
      `,
    ],
  },
  needs: { keys: ['web'] },
  check: ({ document, knownConfig, report, severity }) => {
    for (const { later, earlier } of findCollisions(
      listWebSockets(knownConfig),
      listListenerSockets(knownConfig),
    )) {
      const consequence =
        severity === 'error' ? describeRouterAction('crashes') : 'The web server does not start'
      const related = [
        { message: 'the first listener', span: document.findSpan(earlier.path, 'value') },
      ]
      report({
        path: later.path,
        message: formatSentences(
          `Port ${later.port} is already in use by another listener`,
          consequence,
          'use another port',
        ),
        related,
      })
    }
  },
}
