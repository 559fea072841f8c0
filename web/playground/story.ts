import { createElement, renderSentence } from '../shared/dom.js'
import { createButton } from './button.js'
import { readFileText } from './open-files.js'
import type { Sample } from './samples.js'
import { compareSample, fixSample, samples } from './samples.js'
import type { Workbench } from './workbench.js'

/** The story of a sample, above the editor: broken, explained, fixed. */
export function createStory({ replaceFiles, listFiles, view }: Workbench) {
  const element = createElement('section', { class: 'story', 'aria-label': 'Story of the sample' })
  element.hidden = true
  const hide = (): void => {
    element.hidden = true
  }
  const state: { sample: Sample | undefined } = { sample: undefined }
  const fix = createButton('Fix this sample', () => {
    if (state.sample) replaceFiles(fixSample(state.sample))
    view.focus()
  })
  const reason = createElement('span', {}, 'The text was edited, so it is not replaced.')
  /**
   * Offers the fix only while the text is that of the sample: it replaces the whole text, which may
   * contain the user's edits.
   */
  const showFix = (): void => {
    if (!state.sample || element.hidden) return
    const found = compareSample(state.sample, (name) => {
      const file = listFiles().find((other) => other.name === name)
      return file && readFileText(file)
    })
    fix.hidden = found === 'fixed'
    fix.disabled = found === 'other'
    reason.hidden = found !== 'other'
  }
  return {
    element,
    hide,
    showFix,
    show: (sample: Sample) => {
      const { title, story, remedy } = sample
      state.sample = sample
      element.replaceChildren(
        createElement('h2', {}, title),
        createElement('p', {}, ...renderSentence(story)),
        createElement(
          'details',
          {},
          createElement('summary', {}, 'Why, and what to do'),
          createElement('p', {}, ...renderSentence(remedy)),
        ),
        createElement(
          'div',
          { class: 'actions' },
          fix,
          reason,
          createButton('Close the story', () => {
            hide()
            view.focus()
          }),
        ),
      )
      element.hidden = false
      showFix()
    },
  }
}

/** Creates the select for samples. */
export function createSamplePicker(open: (sample: Sample) => void): {
  element: HTMLElement
  /** Shows which sample is open; undefined for none. */
  show: (sample: Sample | undefined) => void
} {
  const select = createElement(
    'select',
    {
      'aria-label': 'Sample',
      onchange: () => {
        const sample = samples.find(({ name }) => name === select.value)
        if (sample) open(sample)
      },
    },
    ...samples.map(({ name, title }) => createElement('option', { value: name }, title)),
    createElement('option', { value: '', hidden: true }, 'none'),
  )
  return {
    element: createElement('label', { class: 'sample' }, 'Sample ', select),
    show: (sample) => {
      select.value = sample?.name ?? ''
    },
  }
}
