import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseDocument } from '../src/document.js'
import { applyEdits } from '../src/edit/edits.js'
import { effective, lint } from '../src/index.js'
import type { Diagnostic } from '../src/index.js'
import type { Environment } from '../src/expand.js'
import { rules } from '../src/lint/rules/index.js'
import { enrollmentView, enrolls, enrollsAlike } from '../src/schema/enrollment.js'
import { modelOf } from '../src/schema/router.js'
import { fixtures } from './support/fixtures.js'
import { complete } from './support/sound.js'

const targets = ['0.30', '0.31.4', '1.1.15', '1.4.3', '1.6.20', '2.0.3', '2.1.0-pre2']

type Text = { name: string; text: string; env?: Environment | undefined }

const examples: Text[] = rules.flatMap(({ id, examples: { bad, good } }) =>
  [...bad, ...good].map((example, index) => {
    const { text, env } = complete(example)
    return { name: `${id} ${index}`, text, env }
  }),
)

const written: Text[] = ['valid', 'invalid', 'samples', 'loaded'].flatMap((folder) =>
  fixtures(folder).map(({ name, text, options: { env } }) => ({ name, text, env })),
)

const corpus = '/work/shared/corpus'

const collected: Text[] = ['router', 'controller'].flatMap((kind) => {
  const folder = join(corpus, kind)
  return existsSync(folder)
    ? readdirSync(folder).map((name) => ({
        name: `${kind}/${name}`,
        text: readFileSync(join(folder, name), 'utf8'),
      }))
    : []
})

const errorsIn = (found: readonly Diagnostic[]): number =>
  found.filter(({ severity }) => severity === 'error').length

/** What a safe fix of a text does that it must not. */
function harms({ text, env }: Text, target: string): string[] {
  const options = { target, ...(env && { env }), suppressions: false }
  const model = modelOf(target)
  if (!model) throw new Error(`no release ${target}`)
  const found = lint(text, options)
  const values = (changed: string): string =>
    JSON.stringify(effective(changed, options).map(({ path, value }) => [path, value]))
  const view = (changed: string) => enrollmentView(parseDocument(changed), model, env)
  return found.flatMap(({ rule, message, fix }) => {
    if (!fix || fix.unsafe) return []
    const fixed = applyEdits(text, fix.edits)
    const name = `${rule}: ${message} → ${fix.title}`
    const after = lint(fixed, options)
    if (errorsIn(found) === 0 && errorsIn(after) > 0) return [`${name} breaks the file`]
    if (errorsIn(found) === 0 && values(fixed) !== values(text))
      return [`${name} changes what the router does`]
    if (enrolls(view(text), found) && !enrollsAlike(view(text), view(fixed)))
      return [`${name} changes what enrollment reads`]
    return []
  })
}

describe.each(targets)('each safe fix, alone, for %s', (target) => {
  test.each([
    ['of the examples of the rules', examples],
    ['of the files that are here', written],
    ['of files by others', collected],
  ])('%s leaves the router that runs and the one that enrolls as they are', (_, texts) => {
    expect(
      texts.flatMap((item) => harms(item, target).map((harm) => `${item.name}: ${harm}`)),
    ).toEqual([])
  })
})
