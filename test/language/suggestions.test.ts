import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/edit/edits.js'
import { rules } from '../../src/generated/rules.js'
import { codeActions, viewOf } from '../../src/language/index.js'
import { completeExample } from '../support/fixtures.js'

type Offer = { title: string; after: string; rule: string; message: string }

/** The quick fixes for the findings of a rule, with the text after each. */
function listOffers(text: string, options: Parameters<typeof viewOf>[1], rule: string): Offer[] {
  const view = viewOf(text, options)
  const found = view.diagnostics()
  return codeActions(view, { start: 0, end: text.length }, { only: ['quickfix'] }).flatMap(
    (action) => {
      const { message = '', rule: id } = found[action.diagnostic ?? -1] ?? {}
      return id !== rule || !('edits' in action) || action.title.startsWith('Suppress')
        ? []
        : [{ title: action.title, after: applyEdits(text, action.edits), rule, message }]
    },
  )
}

const suggesting = rules.filter(
  ({ suggest, alternatives, machine }) =>
    alternatives !== 'words' && (suggest !== undefined || alternatives === 'values') && !machine,
)

describe.each(suggesting.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('what an editor offers removes the finding, and brings no error', () => {
    const offers = rule.examples.bad.flatMap((example) => {
      const {
        text: sound,
        target = id === 'no-endpoint' ? '1.3' : undefined,
        ...rest
      } = completeExample(example)
      const text = sound
        .replace('dns: [localhost]', 'dns: [localhost, router.example.net]')
        .replace('ip: ["2001', 'dns: [router.example.net]\n    ip: ["2001')
      const options = { ...rest, ...(target !== undefined && { target }) }
      const errors = countErrors(text, options)
      return listOffers(text, options, id).map((offer) => ({
        ...offer,
        remains: viewOf(offer.after, options)
          .diagnostics()
          .some(({ rule: other, message }) => other === id && message === offer.message),
        errors: countErrors(offer.after, options) - errors,
      }))
    })
    expect(offers.filter(({ remains, errors }) => remains || errors > 0)).toEqual([])
    expect(offers.length).toBeGreaterThan(0)
  })
})

const countErrors = (text: string, options: Parameters<typeof viewOf>[1]): number =>
  viewOf(text, options)
    .diagnostics()
    .filter(({ severity }) => severity === 'error').length
