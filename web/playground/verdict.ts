import type { CallServer, ServerCommands } from '../shared/commands.js'
import { createElement, createLateWord, drawReleased, renderSentence } from '../shared/dom.js'
import { describeVerdict, verdictColors, verdictSigns } from '../shared/verdict-words.js'
import type { OpenFile } from './open-files.js'
import { isBlank } from './open-files.js'

type Verdicts = ServerCommands['routerfile.verdicts']['gives']
type Verdict = Verdicts['chosen']

type VerdictOptions = {
  call: CallServer
  getFile: () => OpenFile
  /** Returns the content of a template's values file; undefined if there is none. */
  readValues: (file: OpenFile) => string | undefined
  /** Checks files for a release line. */
  chooseRelease: (line: string) => void
  goToLine: (line: number) => void
}

/** Creates the verdict on the file in the editor, and the strip with those of all release lines. */
export function createVerdict({
  call,
  getFile,
  readValues,
  chooseRelease,
  goToLine,
}: VerdictOptions): {
  element: HTMLElement
  update: () => void
  /** Hides the verdict if the editor shows another file. */
  follow: () => void
} {
  const outcome = createElement('div', { class: 'outcome' }, createLateWord('Checking …'))
  const strip = createElement('ul', { role: 'list', 'aria-label': 'What each release does' })
  let latest = 0
  let subject: unknown
  /** The shown verdicts as JSON; empty while there are none. */
  let shown = ''
  const show = (found: Verdicts): void => {
    const facts = JSON.stringify(found)
    // Drawing again would collapse what the user expanded, and replace a button that the user is about to click.
    if (facts === shown) return
    shown = facts
    drawReleased(strip, () => facts === shown && draw(found))
  }
  const draw = (found: Verdicts): void => {
    outcome.className = `outcome ${verdictColors[found.chosen.outcome]}`
    outcome.replaceChildren(...renderOutcome(found.chosen, goToLine))
    const focused = Array.from(strip.children).findIndex((item) => item.matches(':focus-within'))
    strip.classList.remove('waits')
    strip.replaceChildren(
      ...found.lines.map((line) =>
        renderLine(line, line.line === found.chosen.line, chooseRelease),
      ),
    )
    strip.children[focused]?.querySelector('button')?.focus()
    // On small screens, the strip is wider than its container.
    const chosen = strip.querySelector<HTMLElement>('[aria-pressed=true]')
    if (chosen) strip.scrollLeft = chosen.offsetLeft - strip.clientWidth / 2
  }
  const showNothing = (why: string): void => {
    shown = ''
    outcome.className = 'outcome'
    outcome.replaceChildren(why)
    strip.replaceChildren()
  }
  return {
    element: createElement(
      'section',
      { class: 'verdict', 'aria-label': 'What the router does' },
      outcome,
      strip,
    ),
    follow: () => {
      const file = getFile()
      if (file === subject) return
      subject = file
      shown = ''
      latest += 1
      outcome.className = 'outcome'
      outcome.replaceChildren(createLateWord('Checking …'))
      strip.classList.add('waits')
    },
    update: () => {
      latest += 1
      const number = latest
      const file = getFile()
      const values = readValues(file)
      const hasNothing = isBlank(file)
      if (file.kind === 'other' && !hasNothing)
        return showNothing('This is not a router file, so no router was asked.')
      if (hasNothing || file.kind === 'unknown' || file.kind === 'incomplete')
        return showNothing('Paste, drop or open a router file to see what routers do with it.')
      if (file.kind === 'template' && values === undefined)
        return showNothing('A template: add its values to see what routers do.')
      const asked =
        values === undefined
          ? call('routerfile.verdicts', file.uri)
          : call('routerfile.verdicts', file.uri, values)
      asked.then(
        (found) => number === latest && show(found),
        () => number === latest && showNothing('What routers do with this file is not known.'),
      )
    },
  }
}

function renderOutcome(verdict: Verdict, goToLine: (line: number) => void): (Node | string)[] {
  const { outcome, release, message, range, recorded } = verdict
  const line = range && range.start.line + 1
  return [
    createElement('span', { class: 'sign', 'aria-hidden': 'true' }, verdictSigns[outcome]),
    createElement('strong', {}, `Release ${release} ${describeVerdict(verdict)}`),
    ...(line === undefined
      ? []
      : [
          createElement(
            'button',
            { type: 'button', class: 'link', onclick: () => goToLine(line) },
            `line ${line}`,
          ),
        ]),
    ...(message === undefined
      ? []
      : [createElement('span', { class: 'reason', title: message }, ...renderSentence(message))]),
    ...(recorded
      ? [
          createElement(
            'details',
            {},
            createElement('summary', {}, 'What the router logs'),
            createElement(
              'p',
              {},
              `Release ${recorded.release} wrote this for a value of the same kind:`,
              createElement('code', {}, recorded.message),
            ),
          ),
        ]
      : []),
  ]
}

const renderLine = (
  verdict: Verdict,
  isChosen: boolean,
  chooseRelease: (line: string) => void,
): HTMLElement => {
  const { line, outcome, isPreRelease } = verdict
  const words = `${line}: ${describeVerdict(verdict)}${isPreRelease ? ', a pre-release' : ''}`
  return createElement(
    'li',
    {},
    createElement(
      'button',
      {
        type: 'button',
        class: verdictColors[outcome],
        'aria-label': words,
        'aria-pressed': String(isChosen),
        title: words,
        onclick: () => chooseRelease(line),
      },
      line,
      createElement('span', { class: 'sign' }, verdictSigns[outcome]),
    ),
  )
}
