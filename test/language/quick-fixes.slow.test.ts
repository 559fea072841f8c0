import { expect, test } from 'vitest'
import { applyEdits } from '../../src/edit/edits.js'
import type { Diagnostic, Edit } from '../../src/document/diagnostic.js'
import type { Options } from '../../src/index.js'
import { lint } from '../../src/index.js'
import { codeActions, viewOf } from '../../src/language/index.js'
import { getTraits } from '../../src/lint/catalog.js'
import { breakText } from '../support/broken.js'
import { fixtures } from '../support/fixtures.js'

/** A quick fix, with the findings before and after it. */
type AppliedFix = {
  what: string
  title: string
  about: Diagnostic
  /** Whether the linter makes it, too. The others are for editors only. */
  isOwn: boolean
  /** Whether it writes in the file what to do about the finding. */
  isFix: boolean
  before: readonly Diagnostic[]
  after: readonly Diagnostic[]
}

const isSame = (edits: readonly Edit[], others: readonly Edit[] | undefined): boolean =>
  JSON.stringify(edits) === JSON.stringify(others)

/** Applies each quick fix of a text, each finding alone. */
function applyAll(what: string, text: string, options: Options): AppliedFix[] {
  const view = viewOf(text, options)
  const before = view.diagnostics()
  return before.flatMap((about) =>
    codeActions(
      view,
      { start: about.range.start.offset, end: about.range.end.offset },
      { only: ['quickfix'], found: [about] },
    ).flatMap((action) =>
      'edits' in action
        ? [
            {
              what,
              title: action.title,
              about,
              isOwn: isSame(action.edits, about.fix?.edits),
              isFix: !action.title.startsWith('Suppress'),
              before,
              after: lint(applyEdits(text, action.edits), options),
            },
          ]
        : [],
    ),
  )
}

const countSame = (found: readonly Diagnostic[], { rule, message }: Diagnostic): number =>
  found.filter((other) => other.rule === rule && other.message === message).length

/** Whether the finding is still there. */
const remains = ({ about, before, after }: AppliedFix): boolean =>
  countSame(after, about) >= countSame(before, about)

/** The errors of which there are more than before. */
const listNewErrors = ({ before, after }: AppliedFix): Diagnostic[] =>
  after.filter(
    (found) =>
      found.severity === 'error' &&
      countSame(before, found) === 0 &&
      after.filter(({ rule }) => rule === found.rule).length >
        before.filter(({ rule }) => rule === found.rule).length,
  )

const isAboutSyntax = ({ about: { rule } }: AppliedFix): boolean =>
  getTraits(rule).about === 'syntax'

/** Whether the router reads more of the file after the fix of a rule, so that mistakes come to light. */
const readsMore = (fix: AppliedFix): boolean =>
  isAboutSyntax(fix) || (fix.isOwn && getTraits(fix.about.rule).keyStatus !== undefined)

const texts = ['valid', 'samples'].flatMap((folder) =>
  fixtures(folder).flatMap(({ name, text, options }) => [
    { what: name, text, options },
    ...breakText(text).map((broken) => ({
      what: `${name}: ${broken.what}`,
      text: broken.text,
      options,
    })),
  ]),
)

const applied = texts.flatMap(({ what, text, options }) => applyAll(what, text, options))

const describeFix = ({ what, title, about }: AppliedFix): string =>
  `${what}: ${title} for ${about.rule}: ${about.message}`

/** What a fix does, by its title: an offer to remove a key says nothing against one to rename it. */
const getVerb = ({ title }: AppliedFix): string => title.split(' ', 1)[0] ?? ''

test('a quick fix removes its finding', () => {
  expect(applied.length).toBeGreaterThan(5000)
  expect(applied.filter(remains).map(describeFix)).toEqual([])
})

test('a quick fix adds no error, unless the router reads more of the file, or all offers need more', () => {
  const withErrors = applied.filter((fix) => !readsMore(fix) && listNewErrors(fix).length > 0)
  const worse = withErrors.filter((fix) =>
    applied.some(
      (other) =>
        other.about === fix.about &&
        other.isFix &&
        other !== fix &&
        (other.isOwn || getVerb(other) === getVerb(fix)) &&
        (other.isOwn || listNewErrors(other).length === 0),
    ),
  )
  expect(worse.map((fix) => `${describeFix(fix)}, then ${listNewErrors(fix)[0]?.message}`)).toEqual(
    [],
  )
})

test('a quick fix of the syntax makes no other mistake in it', () => {
  const broken = applied.filter(
    (fix) =>
      isAboutSyntax(fix) &&
      fix.after.some(
        ({ rule }) =>
          getTraits(rule).about === 'syntax' && fix.before.every((found) => found.rule !== rule),
      ),
  )
  expect(broken.map(describeFix)).toEqual([])
})
