import { formatList, formatCount } from '../../src/document/words.js'
import type { Child } from '../shared/dom.js'
import { createElement, renderSentence, replaceItems } from '../shared/dom.js'
import type { Finding, Fix } from './findings.js'
import type { FileKind, OpenFile } from './open-files.js'

type ListActions = {
  goTo: (finding: Finding) => void
  apply: (fix: Fix) => void
  /** The address of the page of a rule. */
  toRulePage: (rule: string) => string
  formatRelease: () => string
  /** The templates that have their values from a file. */
  listTemplates: (values: OpenFile) => readonly OpenFile[]
  /** Opens a file for the values of a template. */
  addValues: (template: OpenFile) => void
  /** Opens the router file that a template is with its values. */
  openRendered: (template: OpenFile, text: string) => void
}

/** What is found in the file in the editor. */
export function createFindingsList(actions: ListActions): {
  element: HTMLElement
  show: (file: OpenFile) => void
} {
  const list = createElement('ul', { role: 'list', 'aria-label': 'Findings' })
  const summary = createElement('p', { class: 'summary', tabindex: '-1' })
  const template = createElement('p', { class: 'template' })
  return {
    element: createElement('section', { class: 'findings' }, summary, template, list),
    show: (file) => {
      summary.replaceChildren(
        ...summarize(file, actions.formatRelease(), actions.listTemplates(file)),
      )
      template.hidden = file.kind !== 'template'
      template.replaceChildren(createElement('span', {}, ...describeTemplate(file, actions)))
      replaceItems(
        list,
        file.findings.map((finding) => renderFinding(finding, actions)),
        summary,
      )
    },
  }
}

const names = { error: 'Error', warning: 'Warning', info: 'Note' } as const

const renderFinding = (finding: Finding, { goTo, apply, toRulePage }: ListActions): HTMLElement =>
  createElement(
    'li',
    { class: finding.severity },
    createElement(
      'button',
      { type: 'button', class: 'place', onclick: () => goTo(finding) },
      // The commas are heard as pauses, and part the words.
      createElement('span', { class: 'severity' }, `${names[finding.severity]},`),
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
          { type: 'button', class: 'fix', onclick: () => apply(fix) },
          ...renderSentence(fix.title),
        ),
      ),
    ),
  )

/** What is said of a text without findings. */
const describeClean = (kind: FileKind, release: string): string =>
  ({
    router: `No findings: a router of release ${release} accepts this file.`,
    parts: `No findings: a router of release ${release} accepts the router files in this file.`,
    template: 'No findings that all renderings of this template have in common.',
    begun: 'The file has too little content to check it yet. Ctrl+Space shows what fits.',
    other: 'This is not a router file, so it was not checked.',
    unknown: 'Paste a router file, or start one here: Ctrl+Space shows what fits.',
  })[kind]

/** What is rendered of a template, and what to do about it. */
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

function summarize(
  { kind, findings, rendering }: OpenFile,
  release: string,
  templates: readonly OpenFile[],
): Node[] {
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    const name = { error: 'error', warning: 'warning', info: 'note' }[severity]
    return count === 0
      ? []
      : [createElement('span', { class: `count ${severity}` }, formatCount(count, name))]
  })
  if (counts.length > 0) return counts
  if (templates.length > 0)
    return [new Text(`The values for ${formatList(templates.map(({ name }) => name))}.`)]
  if (kind === undefined) return [new Text('Checking …')]
  const isRendered = rendering !== undefined && 'text' in rendering
  const isGood = kind === 'router' || kind === 'parts' || isRendered
  const sentence = isRendered
    ? `No findings: a router of release ${release} accepts the rendered file.`
    : describeClean(kind, release)
  return [createElement('span', { class: isGood && 'good' }, sentence)]
}
