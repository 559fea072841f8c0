import { addItem } from '../../edit/add-item.js'
import { offer } from '../../edit/fix.js'
import { remove } from '../../edit/remove.js'
import { scalar } from '../../edit/replace.js'
import { isIp } from '../../formats/internet.js'
import type { Rule } from '../rule.js'

export const ipAmongNames: Rule = {
  id: 'ip-among-names',
  severity: 'warning',
  summary: 'An IP address stands among the host names of the certificate request.',
  why: 'The certificate lists it as a name, and a connection to the address is not covered by that.',
  examples: {
    bad: ['csr:\n  sans:\n    dns: [localhost, 192.0.2.10] #! `ip`'],
    good: ['csr:\n  sans:\n    dns: [localhost]\n    ip: [192.0.2.10]'],
  },
  check: ({ document, draft, report }) => {
    const section = document.at(['csr']) ? ['csr'] : ['edge', 'csr']
    draft.csr?.sans?.dns?.forEach((name, index) => {
      if (typeof name !== 'string' || !isIp(name)) return
      const path = [...section, 'sans', 'dns', index]
      const written = document.at(path)?.value
      const out =
        written && 'value' in written && written.value === name ? remove(document, path) : undefined
      const into = out && addItem(document, [...section, 'sans', 'ip'], scalar(name))
      report({
        path,
        fix: offer(
          `move \`${name}\` to \`${[...section, 'sans', 'ip'].join('.')}\``,
          into && [...out, ...into],
          'unsafe',
        ),
        message: `\`${name}\` is an IP address and belongs under \`ip\`; a connection to it is not covered here`,
      })
    })
  },
}
