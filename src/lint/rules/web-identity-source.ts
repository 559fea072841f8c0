import type { Rule } from '../rule.js'

export const webIdentitySource: Rule = {
  id: 'web-identity-source',
  severity: 'error',
  except: [{ in: ['<1.8.0-pre4'], severity: 'off' }],
  summary: 'A bind point on a service names no identity.',
  why: 'The identity of the SDK comes from a file or from an environment variable; without one the router does not start.',
  examples: {
    bad: ['web:\n  - name: health\n    apis:\n      - binding: health-checks\n    bindPoints:\n      - identity: #! `file` nor `env`\n          service: health'],
    good: ['web:\n  - name: health\n    apis:\n      - binding: health-checks\n    bindPoints:\n      - identity:\n          service: health\n          env: HEALTH_IDENTITY'],
  },
  whole: true,
  check: ({ draft, report }) => {
    draft.web?.forEach(({ bindPoints = [] }, server) => {
      bindPoints.forEach(({ identity }, index) => {
        if (!identity || identity.file || identity.env) return
        const path = ['web', server, 'bindPoints', index, 'identity']
        report({ path, on: 'key', message: 'neither `file` nor `env` is given; the router stops while it starts' })
      })
    })
  },
}
