import { isIp } from '../../formats/internet.js'
import { inTunnel } from '../example.js'
import type { Rule } from '../rule.js'

function isRange(text: string): boolean {
  const [address = '', length = '', ...more] = text.split('/')
  return (
    more.length === 0 &&
    isIp(address) &&
    /^(0|[1-9]\d*)$/.test(length) &&
    Number(length) <= (address.includes(':') ? 128 : 32)
  )
}

export const serviceRangeMalformed: Rule = {
  id: 'service-range-malformed',
  severity: 'error',
  summary: 'The IP address range for intercepted services is not in CIDR notation.',
  why: 'In mode tproxy the router adds the range to the loopback interface after it has reached a controller, and stops if that fails.',
  examples: {
    bad: [
      inTunnel`
        mode: tproxy
        dnsSvcIpRange: 100.64.0.0 #! 100.64.0.1/10
      `,
    ],
    good: [
      inTunnel`
        mode: tproxy
        dnsSvcIpRange: 100.64.0.1/10
      `,
    ],
  },
  suggest: (path) => [{ path, value: '100.64.0.1/10' }],
  needs: { listener: 'tunnel' },
  check: ({ knownConfig, report }) => {
    knownConfig.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'tunnel' || !listener.options?.mode?.startsWith('tproxy')) return
      const range = listener.options.dnsSvcIpRange
      if (range === undefined || isRange(range)) return
      report({
        path: ['listeners', index, 'options', 'dnsSvcIpRange'],
        message: `\`${range}\` must be an IP address with a prefix length, such as \`100.64.0.1/10\`. The router stops after it has reached a controller.`,
      })
    })
  },
}
