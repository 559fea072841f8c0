import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lint } from '../../src/index.js'
import { maskSecrets } from '../../src/document/secrets.js'
import { amount } from '../support/amount.js'
import { fixtures } from '../support/fixtures.js'
import { mutate, random } from '../support/mutate.js'
import { faultsOf } from '../support/promises.js'

const texts = [...fixtures('valid'), ...fixtures('invalid')].map(({ text }) => text)

/** Characters between two ends of a text that is cut off. */
const step = amount(173, 17)

describe('whatever the text', () => {
  test('cut off anywhere, lint ends with findings in the text', () => {
    const faults = texts
      .flatMap((text) =>
        Array.from({ length: Math.ceil(text.length / step) }, (_, index) =>
          text.slice(0, index * step),
        ),
      )
      .flatMap(faultsOf)
    expect(faults).toEqual([])
  })

  test('changed at random, lint ends with findings in the text', () => {
    const next = random(20_261)
    const faults = Array.from({ length: amount(200) }, (_, index) =>
      mutate(texts[index % texts.length] ?? '', next),
    ).flatMap(faultsOf)
    expect(faults).toEqual([])
  })

  test('no secret of it is shown', () => {
    const next = random(7)
    const text = readFileSync('fixtures/cli/files/secrets.yaml', 'utf8')
    const mutated = Array.from({ length: amount(150) }, () => mutate(text, next)).filter(
      (changed) =>
        !maskSecrets(changed.split(/\r\n|\n|\r/))
          .join()
          .includes('hunter2'),
    )
    expect(mutated.length).toBeGreaterThan(amount(75))
    expect(mutated.filter((changed) => JSON.stringify(lint(changed)).includes('hunter2'))).toEqual(
      [],
    )
  })
})
