import { createElement, renderSentence } from '../shared/dom.js'
import { severitySigns } from '../shared/verdict-words.js'
import type { FieldValue, FormFinding, FormValues } from './answers.js'
import type { Field } from './fields.js'
import { fieldGroups } from './fields.js'

/** A field on the page. */
type Control = {
  element: HTMLElement
  get: () => FieldValue
  set: (value: FieldValue) => void
  showFindings: (found: readonly FormFinding[]) => void
}

/** The form with its values and findings. */
export type Form = {
  element: HTMLElement
  getValues: () => FormValues
  setValues: (values: FormValues) => void
  /** The initial values. */
  empty: FormValues
  showFindings: (found: readonly FormFinding[]) => void
  /** Expands the group of a field and focuses the field. */
  goTo: (name: string) => void
  /** The element below the token that shows its content. */
  tokenFacts: HTMLElement
}

type FormEvents = { onChange: () => void; onFiles: (files: readonly File[]) => void }

/** Creates the form for the answers of `routerfile generate`. */
export function createForm({ onChange, onFiles }: FormEvents): Form {
  const controls = new Map<string, Control>()
  const add = (name: string, control: Control): HTMLElement => {
    controls.set(name, control)
    return control.element
  }
  const tokenFacts = createElement('div', { class: 'token-facts' })
  /** The collapsed groups; each shows how many of its answers are set. */
  const groups: { count: HTMLElement; names: readonly string[] }[] = []
  const element = createElement(
    'form',
    { class: 'form', novalidate: true, autocomplete: 'off', onsubmit: stopEvent },
    ...fieldGroups.map(({ title, isOpen, fields }, index) => {
      const content = fields.map((field) => add(field.answer, createControl(field)))
      // The token comes first: most users start with it.
      const token = index === 0 ? [add('jwt', createTokenControl(onFiles)), tokenFacts] : []
      if (isOpen)
        return createElement(
          'fieldset',
          {},
          createElement('legend', {}, title),
          ...token,
          ...content,
        )
      const count = createElement('span', { class: 'count' })
      groups.push({ count, names: fields.map(({ answer }) => answer) })
      return createElement(
        'details',
        {},
        createElement('summary', {}, title, ' ', count),
        ...content,
      )
    }),
    createElement(
      'details',
      {},
      createElement('summary', {}, 'Further answers'),
      add('more', createMoreControl()),
    ),
  )
  const change = (): void => {
    for (const { count, names } of groups) {
      const given = names.filter((name) => isGiven(controls.get(name)?.get())).length
      count.textContent = given === 0 ? '' : `(${given} given)`
    }
    onChange()
  }
  element.addEventListener('input', change)
  element.addEventListener('focusout', ({ target }) => {
    const field = target instanceof Element ? target.closest<HTMLElement>('[data-answer]') : null
    if (field) field.classList.add('left')
  })
  const getValues = (): FormValues =>
    Object.fromEntries([...controls].map(([name, { get }]) => [name, get()]))
  return {
    element,
    tokenFacts,
    getValues,
    empty: getValues(),
    setValues: (values) => {
      for (const [name, { set }] of controls) if (values[name] !== undefined) set(values[name])
      change()
    },
    goTo: (name) => {
      const field = element.querySelector(`[data-answer="${name}"]`)
      field?.closest('details')?.setAttribute('open', '')
      field?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    },
    showFindings: (found) => {
      for (const [name, control] of controls)
        control.showFindings(found.filter(({ field }) => field === name))
    },
  }
}

/** Returns whether a field has text or a selection. Switches never count, because one of them is on by default. */
export const isGiven = (value: FieldValue | undefined): boolean =>
  value !== undefined && typeof value !== 'boolean' && value.length > 0

const stopEvent = (event: Event): void => event.preventDefault()

/**
 * Returns the meaning of the selected option, or the hint of the field if the option has none. It is shown below the
 * field because the field has no room for it.
 */
const describeChoice = ({ choices, hint }: Field, value: string): string => {
  const meaning = choices.find((choice) => choice.value === value)?.meaning
  return meaning === undefined ? hint : `${capitalize(meaning)}.`
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Creates a field with its label, hint and problems; the hint and the problems are its accessible description. */
function frame(
  input: TextControl,
  { name, label, hint }: { name: string; label: string; hint: string },
): Omit<Control, 'get' | 'set'> & { hint: HTMLElement } {
  const id = `answer-${name}`
  input.id = id
  const problems = createElement('ul', { class: 'problems', id: `${id}-problems` })
  const about = createElement('p', { class: 'hint', id: `${id}-hint` }, hint)
  input.setAttribute('aria-describedby', `${id}-problems ${id}-hint`)
  const mark = createElement('span', { class: 'required', hidden: true }, 'required')
  return {
    hint: about,
    element: createElement(
      'div',
      { class: 'field', 'data-answer': name },
      createElement('div', { class: 'label' }, createElement('label', { for: id }, label), mark),
      input,
      problems,
      about,
    ),
    showFindings: (found) => {
      showProblems(problems, found)
      const isWrong = found.some(({ severity }) => severity === 'error')
      const isFilled = input.value.trim() !== ''
      mark.hidden = !isWrong || isFilled
      input.toggleAttribute('required', !mark.hidden)
      // A missing answer is not an error until the user has visited the field.
      problems.classList.toggle('early', !isFilled)
      input.setAttribute('aria-invalid', String(isWrong && isFilled))
      if (isWrong && isFilled) input.closest('details')?.setAttribute('open', '')
    },
  }
}

/** Shows problems in a list, which screen readers announce. */
export function showProblems(list: HTMLElement, found: readonly FormFinding[]): void {
  list.replaceChildren(
    ...found.map(({ severity, message }) =>
      createElement(
        'li',
        { class: severity },
        createElement('span', { class: 'glyph', 'aria-hidden': 'true' }, severitySigns[severity]),
        createElement('span', {}, ...renderSentence(capitalize(message))),
      ),
    ),
  )
}

const capitalize = (text: string): string =>
  /^[a-z]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text

function createControl(field: Field): Control {
  if (field.kind === 'choices') return createChoices(field)
  if (field.kind === 'switch') return createSwitch(field)
  const { answer, label, hint, placeholder } = field
  const input =
    field.kind === 'choice'
      ? createSelect(field)
      : createElement('input', {
          type: 'text',
          placeholder,
          spellcheck: 'false',
          autocapitalize: 'off',
          ...(field.kind === 'integer' && { inputmode: 'numeric' }),
        })
  const framed = frame(input, { name: answer, label, hint })
  const describe = (): void => {
    framed.hint.textContent = describeChoice(field, input.value)
  }
  input.addEventListener('change', describe)
  return {
    ...framed,
    get: () => input.value,
    set: (value) => {
      if (typeof value === 'string') input.value = value
      describe()
    },
  }
}

const createSelect = ({ choices, noChoice }: Field): HTMLSelectElement =>
  createElement(
    'select',
    {},
    createElement('option', { value: '' }, noChoice),
    // The hint explains the selected option.
    ...choices.map(({ value }) => createElement('option', { value }, value)),
  )

function createChoices({ answer, label, hint, choices }: Field): Control {
  const boxes = choices.map(({ value }) => createElement('input', { type: 'checkbox', value }))
  const problems = createElement('ul', { class: 'problems' })
  return {
    element: createElement(
      'fieldset',
      { class: 'field choices', 'data-answer': answer },
      createElement('legend', {}, label),
      ...boxes.map((box) => createElement('label', {}, box, box.value)),
      problems,
      createElement('p', { class: 'hint' }, hint),
    ),
    get: () => boxes.filter(({ checked }) => checked).map(({ value }) => value),
    set: (value) => {
      for (const box of boxes) box.checked = Array.isArray(value) && value.includes(box.value)
    },
    showFindings: (found) => showProblems(problems, found),
  }
}

function createSwitch({ answer, label, hint }: Field): Control {
  const box = createElement('input', { type: 'checkbox' })
  const problems = createElement('ul', { class: 'problems' })
  return {
    element: createElement(
      'div',
      { class: 'field switch', 'data-answer': answer },
      createElement('label', {}, box, label),
      problems,
      createElement('p', { class: 'hint' }, hint),
    ),
    get: () => box.checked,
    set: (value) => {
      box.checked = value === true
    },
    showFindings: (found) => showProblems(problems, found),
  }
}

/** Creates the field for the token; a dropped file or picture of its QR code fills it. */
function createTokenControl(onFiles: FormEvents['onFiles']): Control {
  const input = createElement('textarea', {
    rows: '2',
    spellcheck: 'false',
    autocapitalize: 'off',
    placeholder: 'eyJ…',
  })
  const files = createElement('input', {
    type: 'file',
    class: 'hidden-input',
    accept: '.jwt,.txt,.yml,.yaml,.json,image/*',
    onchange: () => {
      onFiles([...(files.files ?? [])])
      files.value = ''
    },
  })
  const framed = frame(input, {
    name: 'jwt',
    label: 'Enrollment token',
    hint: 'Paste or drop it, or its QR code. It stays in this page.',
  })
  framed.element.append(
    createElement('label', { class: 'button open' }, files, 'Open file or QR picture'),
  )
  return {
    ...framed,
    get: () => input.value,
    set: (value) => {
      if (typeof value === 'string') input.value = value
    },
  }
}

function createMoreControl(): Control {
  const input = createElement('textarea', {
    rows: '8',
    spellcheck: 'false',
    autocapitalize: 'off',
    placeholder: 'sections:\n  forwarder:\n    linkDialWorkerCount: 64',
  })
  return {
    ...frame(input, {
      name: 'more',
      label: 'Answers in YAML',
      hint: 'What has no field above, such as sans, edgeListeners, linkListeners and sections. Fields win.',
    }),
    get: () => input.value,
    set: (value) => {
      if (typeof value === 'string') input.value = value
    },
  }
}
