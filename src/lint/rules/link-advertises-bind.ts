import { suggestHosts } from '../suggest.js'
import { splitAddress } from '../../formats/address.js'
import { classifyHost } from '../../formats/internet.js'
import { inLinkListener } from '../example.js'
import type { Rule } from '../rule.js'

export const linkAdvertisesBind: Rule = {
  id: 'link-advertises-bind',
  severity: 'info',
  summary: 'A link listener advertises its bind address, which nobody can connect to.',
  why: 'Without advertise the router advertises bind. With a host such as 0.0.0.0 no other router can form a link.',
  examples: {
    bad: [inLinkListener`bind: tls:0.0.0.0:6000 #! advertise`],
    good: [inLinkListener`bind: tls:192.0.2.10:6000`],
  },
  suggest: suggestHosts,
  needs: { keys: ['link.listeners'] },
  check: ({ document, knownConfig, report }) => {
    knownConfig.link?.listeners?.forEach(({ bind }, index) => {
      const path = ['link', 'listeners', index]
      const host = splitAddress(bind)?.host
      if (
        host === undefined ||
        document.find([...path, 'advertise']) ||
        !['empty', 'unspecified'].includes(classifyHost(host))
      )
        return
      report({
        path: [...path, 'bind'],
        message: `\`advertise\` is missing. The router advertises \`${bind}\`, which nobody can connect to.`,
      })
    })
  },
}
