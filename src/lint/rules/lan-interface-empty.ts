import type { Rule } from '../rule.js'

const createExample = (lanIf: string): string =>
  `listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel\n    options:\n      mode: tproxy\n      lanIf: ${lanIf}`

export const lanInterfaceEmpty: Rule = {
  id: 'lan-interface-empty',
  severity: 'error',
  except: [{ in: 'accepts-empty-interface-name', severity: 'off' }],
  summary: 'A tunneler in mode tproxy has an empty interface name.',
  why: 'The router looks up the interface after it has reached a controller, and stops if it does not exist.',
  examples: {
    bad: [
      { text: createExample('"" #! remove `lanIf`'), target: '2.1' },
      { text: createExample('[eth0, ""] #! remove `lanIf`'), target: '2.1' },
    ],
    good: [{ text: createExample('eth0'), target: '2.1' }, createExample('""')],
  },
  suggest: (path) => [{ path }],
  needs: { listener: 'tunnel' },
  check: ({ document, knownConfig, report }) => {
    knownConfig.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'tunnel' || listener.options?.mode !== 'tproxy') return
      const path = ['listeners', index, 'options', 'lanIf']
      const isList = document.find(path)?.value.kind === 'list'
      ;[listener.options.lanIf ?? []].flat().forEach((name, nameIndex) => {
        if (name !== '') return
        report({
          path: isList ? [...path, nameIndex] : path,
          message:
            '`""` is not an interface name. The router stops after it has reached a controller. Name an interface or remove `lanIf`.',
        })
      })
    })
  },
}
