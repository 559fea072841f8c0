import assert from 'node:assert/strict'
import { Clock } from '../clock.js'
import type { Scenario } from '../scenario.js'
import type { Workbench } from '../workbench.js'
import { untilLanguage } from './steps.js'

/** The time from one key to the next, in milliseconds. */
const interval = 40

/** A file, the line and column of the cursor, what is typed there, and the file after it. */
type Edit = {
  what: string
  path?: string
  before: string
  at: readonly [line: number, column: number]
  keys: readonly string[]
  after: string
}

/** The keys for some characters. */
const typed = (text: string): readonly string[] =>
  [...text].map((character) => (character === '\n' ? 'Enter' : character))

const list = 'listeners:\n  - binding: tunnel\n'

const configMap = 'apiVersion: v1\nkind: ConfigMap\ndata:\n  router.yml: |\n    v: 3\n    ctrl:\n'

const edits: readonly Edit[] = [
  {
    what: 'keys below those of a list entry',
    before: 'listeners:',
    at: [1, 11],
    keys: typed('\n- binding: tunnel\noptions:\nmode: host'),
    after: 'listeners:\n  - binding: tunnel\n    options:\n      mode: host',
  },
  {
    what: 'a map as first key of a list entry',
    before: 'listeners:',
    at: [1, 11],
    keys: typed('\n- options:\nmode: host'),
    after: 'listeners:\n  - options:\n      mode: host',
  },
  {
    what: 'entries of a list',
    before: 'csr:\n  sans:',
    at: [2, 8],
    keys: typed('\ndns:\n- localhost\n- "a: b"\n- c'),
    after: 'csr:\n  sans:\n    dns:\n      - localhost\n      - "a: b"\n      - c',
  },
  {
    what: 'an entry after one in braces',
    before: 'link:\n  dialers:',
    at: [2, 11],
    keys: typed('\n- { binding: transport }\n- binding: udp'),
    after: 'link:\n  dialers:\n    - { binding: transport }\n    - binding: udp',
  },
  {
    what: 'a map below its anchor',
    before: 'v: 3',
    at: [1, 5],
    keys: typed('\nctrl: &ctrl\nendpoint: tls:c:80'),
    after: 'v: 3\nctrl: &ctrl\n  endpoint: tls:c:80',
  },
  {
    what: 'Enter within a line',
    before: `${list}    address: a service: b`,
    at: [3, 16],
    keys: ['Enter'],
    after: `${list}    address: a \n    service: b`,
  },
  {
    what: 'Enter within a comment',
    before: '  # The router in Oslo.\nv: 3',
    at: [1, 16],
    keys: ['Enter'],
    after: '  # The router \n  # in Oslo.\nv: 3',
  },
  {
    what: 'Tab on an empty line',
    before: 'ctrl:\n\nv: 3',
    at: [2, 1],
    keys: ['Tab', ...typed('endpoint: tls:c:80')],
    after: 'ctrl:\n  endpoint: tls:c:80\nv: 3',
  },
  {
    what: 'Backspace on an indentation',
    before: `${list}    options:\n      mode: host`,
    at: [4, 17],
    keys: [
      'Enter',
      'Backspace',
      ...typed('address: a'),
      'Enter',
      'Backspace',
      ...typed('- binding: edge'),
    ],
    after: `${list}    options:\n      mode: host\n    address: a\n  - binding: edge`,
  },
  {
    what: 'lines that end with carriage returns',
    before: 'v: 3\r\nctrl:\r\n',
    at: [2, 6],
    keys: typed('\nendpoint: tls:c:80'),
    after: 'v: 3\r\nctrl:\r\n  endpoint: tls:c:80\r\n',
  },
  {
    what: 'two cursors',
    before: 'v: 3\nctrl: {}\nlink: {}\n',
    at: [2, 8],
    keys: ['Control+Shift+ArrowDown', ...typed('a: 1')],
    after: 'v: 3\nctrl: {a: 1}\nlink: {a: 1}\n',
  },
  {
    what: 'a file that is cut and pasted',
    before: `${list}    options:\n      mode: host\n`,
    at: [1, 1],
    keys: ['Control+a', 'Control+x', 'Control+v'],
    after: `${list}    options:\n      mode: host\n`,
  },
  {
    what: 'a router file in a ConfigMap',
    path: 'keys/config-map.yaml',
    before: configMap,
    at: [6, 10],
    keys: typed('\n  endpoint: tls:c:80'),
    after: configMap.trimEnd() + '\n      endpoint: tls:c:80\n',
  },
]

/** Keys that change the start of a line, sent by the clock, and the whole file after them. */
export const keys: readonly Scenario[] = edits.map(
  ({ what, path, before, at, keys: pressed, after }, index): Scenario => ({
    name: `keys by the clock: ${what}`,
    play: async (workbench) => {
      const opened = path ?? `keys/${index}.router.yml`
      await openAt(workbench, opened, { before, at })
      if (path === undefined) await untilLanguage(workbench, 'OpenZiti Router')
      const typist = new Clock(workbench, interval)
      await typist.press(...pressed)
      await typist.end()
      await workbench.press('Escape')
      assert.equal(await workbench.text(opened), after)
    },
  }),
)

async function openAt(
  workbench: Workbench,
  path: string,
  { before, at }: Pick<Edit, 'before' | 'at'>,
): Promise<void> {
  await workbench.create(path, before)
  await workbench.open(path)
  await workbench.goTo(...at)
}
