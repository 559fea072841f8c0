import { createElement } from '../../shared/dom.js'
import type { Settings } from '../settings.js'
import { formatVariables, parseVariables, ruleSeverities } from '../settings.js'
import type { Panel, PanelContext } from './panel.js'

type SettingsOptions = {
  getSettings: () => Settings
  /** Checks files with new settings. */
  change: (settings: Settings) => void
}

/** Creates the panel for the rule severities and variables that files are checked with. */
export function createSettingsPanel(
  { call }: Pick<PanelContext, 'call'>,
  { getSettings, change }: SettingsOptions,
): Panel {
  const variables = createElement('textarea', {
    rows: '5',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: 'ZITI_HOME=/etc/ziti',
    oninput: () => change({ ...getSettings(), variables: parseVariables(variables.value) }),
  })
  const words = createElement('datalist', { id: 'rule-ids' })
  const rule = createElement('input', {
    type: 'text',
    list: 'rule-ids',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '80',
    placeholder: 'unknown-key',
    onfocus: () => void offerRules(),
  })
  const severity = createElement(
    'select',
    {},
    ...ruleSeverities.map((name) => createElement('option', { value: name }, name)),
  )
  const list = createElement('ul', {
    role: 'list',
    'aria-label': 'Severities',
    class: 'severities',
  })
  const offerRules = async (): Promise<void> => {
    if (words.childElementCount > 0) return
    const all = await call('routerfile.explainables')
    words.replaceChildren(
      ...all
        .filter(({ kind }) => kind === 'rule')
        .map(({ name }) => createElement('option', { value: name })),
    )
  }
  const show = (): void => {
    const { rules, variables: known } = getSettings()
    list.replaceChildren(
      ...Object.entries(rules).map(([id, value]) =>
        createElement(
          'li',
          {},
          createElement('code', {}, id),
          ` is ${value} `,
          createElement(
            'button',
            {
              type: 'button',
              'aria-label': `Reset ${id}`,
              onclick: () => {
                const rest = Object.entries(rules).filter(([other]) => other !== id)
                change({ ...getSettings(), rules: Object.fromEntries(rest) })
                show()
                rule.focus()
              },
            },
            'Reset',
          ),
        ),
      ),
    )
    if (JSON.stringify(parseVariables(variables.value)) !== JSON.stringify(known))
      variables.value = formatVariables(known)
  }
  return {
    title: 'Settings',
    element: createElement(
      'div',
      {},
      createElement(
        'p',
        { class: 'lead' },
        'How files are checked. Names are in the address of the page, values only in a link that you share, and those of secrets nowhere.',
      ),
      createElement(
        'form',
        {
          class: 'pickers',
          onsubmit: (event) => {
            event.preventDefault()
            const id = rule.value.trim()
            if (!/^[\w-]{1,80}$/.test(id)) return rule.focus()
            const settings = getSettings()
            change({ ...settings, rules: { ...settings.rules, [id]: severity.value } })
            rule.value = ''
            show()
          },
        },
        createElement('label', {}, 'Rule', rule),
        words,
        createElement('label', {}, 'Severity', severity),
        createElement('button', { type: 'submit' }, 'Set'),
      ),
      list,
      createElement('label', { class: 'field' }, 'Variables, one NAME=value a line', variables),
    ),
    update: show,
  }
}
