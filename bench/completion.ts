import { complete } from '../src/language/completion.js'
import { hover } from '../src/language/hover.js'
import { viewOf } from '../src/language/view.js'
import { median, time } from './time.js'

const head =
  'v: 3\nidentity:\n  cert: router.cert\n  key: router.key\nctrl:\n  endpoint: tls:ctrl.example.com:6262\nlink:\n  dialers:\n    - binding: transport\nlisteners:\n'

const listener = (index: number): string =>
  `  - binding: edge\n    address: tls:0.0.0.0:${3000 + (index % 60_000)}\n    options:\n      advertise: router${index}.example.com:${3000 + (index % 60_000)}\n      maxQueuedConnects: 5\n      \n`

/**
 * Measures completion and hover in ms on analyzed files of several sizes: at the start, in the
 * middle and at the end.
 */
export function measure(): void {
  for (const lines of [100, 5000, 50_000]) {
    const text = `${head}${Array.from({ length: Math.floor(lines / 6) }, (_, index) => listener(index)).join('')}forwarder:\n  \n`
    const view = viewOf(text)
    const middle = text.length / 2
    const places: readonly (readonly [string, number])[] = [
      ['key, first', text.indexOf('      \n') + 6],
      ['key, middle', text.indexOf('      \n', middle) + 6],
      ['key, last', text.lastIndexOf('      \n') + 6],
      ['value, middle', text.indexOf('address: ', middle) + 12],
      ['section', text.length - 1],
      ['root', text.length],
    ]
    for (const [name, offset] of places) {
      const typed = Array.from({ length: 50 }, () => time(() => void complete(view, offset)))
      const hovered = Array.from({ length: 50 }, () => time(() => void hover(view, offset - 8)))
      console.log(
        `${String(lines).padStart(6)} lines, ${name.padEnd(14)} completion ${median(typed).toFixed(2)} ms, hover ${median(hovered).toFixed(2)} ms`,
      )
    }
  }
}
