import { formatList, formatSeverityCount } from '../../src/document/words.js'
import type { Child } from '../shared/dom.js'
import {
  createElement,
  createLateWord,
  offerChoices,
  renderSentence,
  replaceItems,
} from '../shared/dom.js'
import { readFromTab, storeInTab } from '../shared/tab-storage.js'
import { severityNames, severitySigns } from '../shared/verdict-words.js'
import type { Finding, Fix } from './findings.js'
import type { FileKind, OpenFile } from './open-files.js'
import { isBlank } from './open-files.js'

type ListActions = {
  goTo: (finding: Finding) => void
  apply: (fix: Fix) => void
  /** Returns the address of a rule's page. */
  toRulePage: (rule: string) => string
  formatRelease: () => string
  /** Returns the templates that take their values from a file. */
  listTemplates: (values: OpenFile) => readonly OpenFile[]
  /** Opens a new file for the values of a template. */
  addValues: (template: OpenFile) => void
  /** Opens the rendered router file of a template. */
  openRendered: (template: OpenFile, text: string) => void
}

/**
 * Creates the list of findings in the current file. `keptAs` is the storage key under which the
 * filter survives a reload of the tab.
 */
export function createFindingsList(
  actions: ListActions,
  keptAs?: string,
): {
  element: HTMLElement
  show: (file: OpenFile) => void
  /** Returns how many findings of the file the filter hides. */
  countHidden: () => number
} {
  const list = createElement('ul', { role: 'list', 'aria-label': 'Findings' })
  const summary = createElement('p', { class: 'summary', tabindex: '-1' })
  const template = createElement('p', { class: 'template' })
  const filter = createFilter(() => state.file && show(state.file), keptAs)
  const state: { file: OpenFile | undefined } = { file: undefined }
  const show = (file: OpenFile): void => {
    state.file = file
    summary.replaceChildren(
      ...(file.findings.length > 0
        ? []
        : summarize(file, actions.formatRelease(), actions.listTemplates(file))),
    )
    summary.hidden = file.findings.length > 0
    filter.show(file.findings)
    template.hidden = file.kind !== 'template'
    template.replaceChildren(createElement('span', {}, ...describeTemplate(file, actions)))
    replaceItems(
      list,
      file.findings.filter(filter.has).map((finding) => renderFinding(finding, actions)),
      file.findings.length > 0 ? filter.element : summary,
    )
  }
  return {
    element: createElement(
      'section',
      { class: 'findings', 'aria-label': 'What was found' },
      filter.element,
      summary,
      template,
      list,
      filter.empty,
    ),
    show,
    countHidden: () => state.file?.findings.filter((finding) => !filter.has(finding)).length ?? 0,
  }
}

const severities = ['error', 'warning', 'info'] as const

/** Creates the filter: a toggle with a count for each severity, and the choice of a rule. */
function createFilter(onFilter: () => void, keptAs: string | undefined) {
  const [severitiesBefore = '', ruleBefore = ''] = (keptAs && readFromTab(keptAs)?.split(' ')) || []
  const hidden = new Set(severitiesBefore.split(','))
  /** The rule selected before a reload; it is applied once its findings arrive. */
  let awaited = ruleBefore
  const onChange = (): void => {
    awaited = ''
    if (keptAs !== undefined) storeInTab(keptAs, `${[...hidden].join(',')} ${rule.value}`)
    onFilter()
  }
  const element = createElement('div', {
    class: 'filter',
    role: 'group',
    'aria-label': 'Filter of the findings',
    tabindex: '-1',
  })
  const empty = createElement('p', { class: 'template' })
  const rule = createElement('select', { 'aria-label': 'Only rule', onchange: onChange })
  const buttons = severities.map((severity) =>
    createElement('button', {
      type: 'button',
      class: `count ${severity}`,
      onclick: () => {
        if (!hidden.delete(severity)) hidden.add(severity)
        onChange()
      },
    }),
  )
  element.append(...buttons, rule)
  const has = ({ severity, rule: id }: Finding): boolean =>
    !hidden.has(severity) && (rule.value === '' || rule.value === id)
  const clear = createElement(
    'button',
    {
      type: 'button',
      onclick: () => {
        hidden.clear()
        rule.value = ''
        onChange()
        element.focus()
      },
    },
    'Show all',
  )
  return {
    element,
    empty,
    has,
    show: (findings: readonly Finding[]) => {
      element.hidden = findings.length === 0
      severities.forEach((severity, index) => {
        const count = findings.filter((finding) => finding.severity === severity).length
        const button = buttons[index]
        if (!button) return
        button.hidden = count === 0
        button.setAttribute('aria-pressed', String(!hidden.has(severity)))
        button.replaceChildren(
          createElement('span', { 'aria-hidden': 'true' }, `${severitySigns[severity]} `),
          formatSeverityCount(count, severity),
        )
      })
      const chosen = rule.value || awaited
      const ids = [...new Set(findings.map((finding) => finding.rule))].sort()
      if (ids.length > 0) awaited = ''
      rule.hidden = ids.length < 2 && chosen === ''
      offerChoices(
        rule,
        [{ value: '', label: 'All rules' }, ...ids.map((id) => ({ value: id, label: id }))],
        ids.includes(chosen) ? chosen : '',
      )
      empty.hidden = findings.length === 0 || findings.some(has)
      empty.replaceChildren('The filter hides all findings. ', clear)
    },
  }
}

const renderFinding = (finding: Finding, { goTo, apply, toRulePage }: ListActions): HTMLElement =>
  createElement(
    'li',
    { class: finding.severity },
    createElement(
      'span',
      { class: 'sign', 'aria-hidden': 'true' },
      severitySigns[finding.severity],
    ),
    createElement(
      'button',
      { type: 'button', class: 'place', onclick: () => goTo(finding) },
      // Screen readers pause at the commas.
      createElement('span', { class: 'severity' }, `${severityNames[finding.severity]},`),
      ' ',
      createElement('span', { class: 'line' }, `line ${finding.line},`),
      ' ',
      createElement('span', { class: 'message' }, ...renderSentence(finding.message)),
    ),
    createElement(
      'div',
      { class: 'facts' },
      createElement(
        'a',
        {
          href: toRulePage(finding.rule),
          target: '_blank',
          rel: 'noreferrer',
          title: `Why ${finding.rule} matters`,
        },
        finding.rule,
      ),
      ...finding.fixes.map((fix) =>
        createElement(
          'button',
          {
            type: 'button',
            class: fix.isSafe ? 'fix' : 'fix unsafe',
            title: fix.isSafe
              ? 'Safe: a router that runs does the same afterwards'
              : 'Unsafe: the router may do something else afterwards',
            onclick: () => apply(fix),
          },
          ...renderSentence(fix.title),
          !fix.isSafe && ' ',
          !fix.isSafe &&
            createElement('span', { class: 'badge unsafe', 'aria-hidden': 'true' }, 'unsafe'),
        ),
      ),
    ),
  )

/** Summary of a text without findings. */
const describeClean = (kind: FileKind, release: string): string =>
  ({
    router: `No findings: a router of release ${release} accepts this file.`,
    parts: `No findings: a router of release ${release} accepts the router files in this file.`,
    template: 'No findings that all renderings of this template have in common.',
    incomplete: 'The file has too little content to check it yet. Ctrl+Space shows what fits.',
    other: 'This is not a router file, so it was not checked.',
    unknown: 'Paste a router file, or start one here: Ctrl+Space shows what fits.',
  })[kind]

/** Describes the result of rendering a template, with buttons for what to do next. */
function describeTemplate(
  file: OpenFile,
  { addValues, openRendered }: Pick<ListActions, 'addValues' | 'openRendered'>,
): Child[] {
  const { kind, rendering } = file
  if (kind !== 'template') return []
  if (!rendering)
    return [
      'These findings are the same in all renderings. ',
      createElement('button', { type: 'button', onclick: () => addValues(file) }, 'Add values'),
    ]
  if ('refusal' in rendering)
    return [
      'Not rendered with ',
      createCode(rendering.values),
      ': ',
      ...renderSentence(rendering.refusal),
    ]
  const { values, text } = rendering
  return [
    'Rendered with ',
    createCode(values),
    '. ',
    createElement(
      'button',
      { type: 'button', onclick: () => openRendered(file, text) },
      'Open the rendered file',
    ),
  ]
}

const createCode = (text: string): HTMLElement => createElement('code', {}, text)

function summarize(file: OpenFile, release: string, templates: readonly OpenFile[]): Node[] {
  const { kind, rendering } = file
  if (templates.length > 0)
    return [new Text(`The values for ${formatList(templates.map(({ name }) => name))}.`)]
  if (isBlank(file)) return [new Text('An empty file has no findings. Ctrl+Space shows what fits.')]
  if (kind === undefined) return [createLateWord('Checking …')]
  const isRendered = rendering !== undefined && 'text' in rendering
  const isGood = kind === 'router' || kind === 'parts' || isRendered
  const sentence = isRendered
    ? `No findings: a router of release ${release} accepts the rendered file.`
    : describeClean(kind, release)
  return [createElement('span', { class: isGood && 'good' }, sentence)]
}
