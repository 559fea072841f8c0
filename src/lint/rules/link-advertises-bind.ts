import { classifyHost } from '../../formats/internet.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const linkAdvertisesBind: Rule = {
  id: 'link-advertises-bind',
  severity: 'info',
  summary: 'A link listener advertises the address it listens on, and nobody can connect to that.',
  why: 'Without advertise the router advertises bind; with a host such as 0.0.0.0 no other router can form a link.',
  examples: {
    bad: [
      yaml`
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000 #! advertise
      `,
    ],
    good: [
      yaml`
        link:
          listeners:
            - binding: transport
              bind: tls:192.0.2.10:6000
      `,
    ],
  },
  check: ({ document, draft, report }) => {
    draft.link?.listeners?.forEach(({ bind }, index) => {
      const path = ['link', 'listeners', index]
      const host = /^\w+:(.*):\d+$/.exec(bind ?? '')?.[1]
      if (
        host === undefined ||
        document.find([...path, 'advertise']) ||
        !['empty', 'unspecified'].includes(classifyHost(host))
      )
        return
      report({
        path: [...path, 'bind'],
        message: `without \`advertise\` the router advertises \`${bind}\`, and nobody can connect to that`,
      })
    })
  },
}
