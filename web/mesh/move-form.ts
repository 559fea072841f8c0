import type { GroupMove } from '../../src/mesh/move-router.js'
import { createElement } from '../shared/dom.js'
import { compareLines } from './changed-lines.js'
import type { GroupSigns } from './group-signs.js'
import type { PlacedRouter } from './placed-mesh.js'

/** Moving routers between groups by editing their files. */
export type MoveEvents = {
  /**
   * Returns the text of a file before and after the move; `after` is undefined if the file must be
   * edited by hand.
   */
  preview: (file: string, move: GroupMove) => Promise<{ before: string; after: string | undefined }>
  /** Applies an edit. Returns false if the file has changed since the preview. */
  apply: (file: string, edit: { before: string; after: string }) => boolean
}

/** The form for adding a router to another group, with a preview of the edit. */
export type MoveForm = {
  element: HTMLElement
  router: string
  /** Selects a group, such as the one that the router was dropped on; `misspelled` is the name that it replaces. */
  choose: (group: string, misspelled?: string) => void
}

/** Creates the form, with all groups of the network as options. */
export function createMoveForm(
  { name, file = '', memberOf }: PlacedRouter,
  signs: GroupSigns,
  { preview, apply }: MoveEvents,
): MoveForm {
  const groups = signs.all.map((group) => group.name)
  const select = createElement(
    'select',
    { 'aria-label': 'Put into group', onchange: () => void update() },
    createElement('option', { value: '' }, 'Choose a group'),
    ...groups.map((group, index) => createElement('option', { value: String(index) }, group)),
  )
  const only = createElement('input', {
    type: 'radio',
    name: 'group-move',
    checked: true,
    onchange: () => void update(),
  })
  const also = createElement('input', {
    type: 'radio',
    name: 'group-move',
    onchange: () => void update(),
  })
  const correct = createElement('input', {
    type: 'radio',
    name: 'group-move',
    onchange: () => void update(),
  })
  const result = createElement('div', { role: 'status' })
  const ways = [
    createElement('label', {}, only, ' instead of its groups'),
    createElement('label', {}, also, ' beside its groups'),
  ]
  const choices = createElement('div', { class: 'choices', hidden: true }, ...ways)
  let wrong: string | undefined
  let latest = 0
  const update = async (): Promise<void> => {
    latest += 1
    const number = latest
    const group = groups[Number(select.value)]
    choices.hidden = select.value === ''
    if (select.value === '' || group === undefined) return void result.replaceChildren()
    const { before, after } = await preview(
      file,
      wrong !== undefined && correct.checked
        ? { group, misspelledName: wrong }
        : { group, leavesOthers: only.checked },
    )
    if (number !== latest) return
    if (after === undefined)
      return void result.replaceChildren(
        createElement(
          'p',
          {},
          `${file} has to be edited by hand: its groups are written in an unusual way.`,
        ),
      )
    if (after === before)
      return void result.replaceChildren(createElement('p', {}, `${name} is there already.`))
    result.replaceChildren(
      createEdit(before, after),
      createElement(
        'button',
        {
          type: 'button',
          class: 'primary',
          onclick: () => void (apply(file, { before, after }) || update()),
        },
        'Make this edit',
      ),
    )
  }
  return {
    router: name,
    element: createElement(
      'div',
      { class: 'move' },
      createElement('h3', {}, memberOf.length > 0 ? 'Move into another group' : 'Put into a group'),
      select,
      choices,
      result,
    ),
    choose: (group, misspelled) => {
      select.value = String(groups.indexOf(group))
      wrong = misspelled
      if (misspelled === undefined) {
        if (correct.checked) only.checked = true
        choices.replaceChildren(...ways)
      } else {
        choices.replaceChildren(
          createElement('label', {}, correct, ` instead of ${misspelled}`),
          ...ways,
        )
        // When several checked radio buttons are inserted, only the last one stays checked.
        correct.checked = true
      }
      void update()
      result.scrollIntoView({ block: 'nearest' })
    },
  }
}

/** Renders the changed lines of an edit. */
const createEdit = (before: string, after: string): HTMLElement =>
  createElement(
    'pre',
    { class: 'edit', role: 'region', 'aria-label': 'Edit', tabindex: '0' },
    ...compareLines(before, after).map(({ sign, number, text }) =>
      createElement(
        'span',
        { class: sign === '+' ? 'line added' : sign === '-' ? 'line removed' : 'line' },
        `${sign} ${String(number).padStart(3)}  ${text}`,
      ),
    ),
  )
