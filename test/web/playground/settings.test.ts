import { describe, expect, test } from 'vitest'
import {
  formatVariables,
  parseVariables,
  toServerSettings,
  withoutSecretValues,
} from '../../../web/playground/settings.js'

describe('variables', () => {
  test('are lines with a name, with or without a value', () => {
    expect(parseVariables(' A=1 \nB\n# no\nC = x=y\n2=no\n')).toEqual({ A: '1', B: '', C: 'x=y' })
    expect(parseVariables(formatVariables({ A: '1', B: '' }))).toEqual({ A: '1', B: '' })
  })

  test('count once one has a value', () => {
    expect(toServerSettings({ rules: {}, variables: { A: '', B: '' } })).toEqual({})
    expect(
      toServerSettings({ rules: { 'unknown-key': 'off' }, variables: { A: '', B: '1' } }),
    ).toEqual({ rules: { 'unknown-key': 'off' }, env: { B: '1' } })
  })

  test.each([
    ['DB_PASSWORD', 'hunter2'],
    ['ENROLL_TOKEN', 'x'],
    ['SITE', 'eyJhbGciOiJ.eyJzdWIiOi.x'],
    ['HOME_URL', 'https://user:hunter2@host/'],
  ])('that may be secret leave their value: %s', (name, value) => {
    const shared = withoutSecretValues({ rules: {}, variables: { [name]: value, EDGE: 'north' } })
    expect(shared.variables).toEqual({ [name]: '', EDGE: 'north' })
  })
})
