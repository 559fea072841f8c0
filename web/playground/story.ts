import { createElement, renderSentence } from '../shared/dom.js'
import { createButton } from './button.js'
import type { Sample } from './samples.js'
import { fixSample, samples } from './samples.js'
import type { Workbench } from './workbench.js'

/** The story of a sample, above the editor: broken, explained, fixed. */
export function createStory({ replaceFiles, view }: Workbench) {
  const element = createElement('section', { class: 'story', 'aria-label': 'Story of the sample' })
  element.hidden = true
  const hide = (): void => {
    element.hidden = true
  }
  return {
    element,
    hide,
    show: (sample: Sample) => {
      const { title, story, remedy } = sample
      const fix = createButton('Fix this sample', () => {
        replaceFiles(fixSample(sample))
        fix.remove()
        view.focus()
      })
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
          createButton('Close the story', () => {
            hide()
            view.focus()
          }),
        ),
      )
      element.hidden = false
    },
  }
}

/** The choice of a sample. */
export function createSamplePicker(open: (sample: Sample) => void): {
  element: HTMLElement
  /** Shows which sample is open, or that none is. */
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
