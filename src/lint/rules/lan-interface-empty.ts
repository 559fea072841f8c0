import type { Rule } from '../rule.js'

const head = (lanIf: string): string =>
  `listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel\n    options:\n      mode: tproxy\n      lanIf: ${lanIf}`

export const lanInterfaceEmpty: Rule = {
  id: 'lan-interface-empty',
  severity: 'error',
  except: [{ in: 'accepts-empty-interface-name', severity: 'off' }],
  summary: 'A tunneler in mode tproxy names an interface without a name.',
  why: 'The router looks for the interface when it has reached a controller, and stops where there is none.',
  examples: {
    bad: [
      { text: head('"" #! remove `lanIf`'), target: '2.1' },
      { text: head('[eth0, ""] #! remove `lanIf`'), target: '2.1' },
    ],
    good: [{ text: head('eth0'), target: '2.1' }, head('""')],
  },
  check: ({ document, draft, report }) => {
    draft.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'tunnel' || listener.options?.mode !== 'tproxy') return
      const path = ['listeners', index, 'options', 'lanIf']
      const isList = document.find(path)?.value.kind === 'list'
      ;[listener.options.lanIf ?? []].flat().forEach((name, place) => {
        if (name !== '') return
        report({
          path: isList ? [...path, place] : path,
          message:
            '`""` names no interface; the router stops when it has reached a controller; name one or remove `lanIf`',
        })
      })
    })
  },
}
