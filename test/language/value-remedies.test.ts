import { expect, test } from 'vitest'
import { applyEdits } from '../../src/edit/edits.js'
import { codeActions, viewOf } from '../../src/language/index.js'
import { base } from '../support/serving.js'

test.each([
  ['Add a space after the colon', base.replace('endpoint: ', 'endpoint:'), base],
  [
    'Write `true` without quotes',
    `${base}link:\n  dialers:\n    - binding: transport\n      split: "yes"\n`,
    `${base}link:\n  dialers:\n    - binding: transport\n      split: true\n`,
  ],
])('an editor offers: %s', (title, before, after) => {
  const view = viewOf(before)
  const action = codeActions(view, { start: 0, end: before.length }).find(
    (offered) => offered.title === title,
  )
  expect(action && 'edits' in action ? applyEdits(before, action.edits) : undefined).toBe(after)
})
