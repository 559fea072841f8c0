import { describe, expect, test } from 'vitest'
import { selectPassing } from '../../../src/config/upgrade/select-passing.js'

type Candidate = {
  change: { path: (string | number)[] }
  edits: { start: number; end: number; text: string }[]
}

/** Candidates for one key of so many items of a list. */
const createCandidates = (count: number, key = 'options'): Candidate[] =>
  Array.from({ length: count }, (_, index) => ({
    change: { path: ['listeners', index, key] },
    edits: [{ start: 10 * index, end: 10 * index + 1, text: 'x' }],
  }))

/** What is selected if some candidates are bad, and how often the file is analyzed for it. */
function select(candidates: readonly Candidate[], isBad: (candidate: Candidate) => boolean) {
  let tests = 0
  const selected = selectPassing(candidates, (some) => {
    tests += 1
    return !some.some(isBad)
  })
  return { selected, tests }
}

describe('which of many fixes are valid', () => {
  const many = createCandidates(1000)
  const item = ({ change }: Candidate): number => Number(change.path[1])

  test('few are tested one by one', () => {
    const few = createCandidates(32)
    const { selected, tests } = select(few, (candidate) => item(candidate) % 2 === 1)
    expect(selected).toEqual(few.filter((candidate) => item(candidate) % 2 === 0))
    expect(tests).toBe(32)
  })

  test('all that are valid take one test', () => {
    expect(select(many, () => false)).toEqual({ selected: many, tests: 1 })
  })

  test('of all that are not, three are tested alone', () => {
    expect(select(many, () => true)).toEqual({ selected: [], tests: 4 })
  })

  test.each([0, 1, 499, 500, 731, 999])('one that is not is found: %i', (bad) => {
    const { selected, tests } = select(many, (candidate) => item(candidate) === bad)
    expect(selected).toEqual(many.filter((candidate) => item(candidate) !== bad))
    expect(tests).toBeLessThan(60)
  })

  test('one key does not keep another from its fixes', () => {
    const other = createCandidates(1000, 'advertise').map((candidate) => ({
      ...candidate,
      edits: candidate.edits.map((edit) => ({ ...edit, start: edit.start + 5, end: edit.end + 5 })),
    }))
    const isBad = ({ change }: Candidate): boolean => change.path.at(-1) === 'advertise'
    expect(select([...many, ...other], isBad)).toEqual({ selected: many, tests: 5 })
  })

  test('edits that touch are not tested together', () => {
    const twice = [...many, ...many.map((candidate) => ({ ...candidate }))]
    const seen: number[] = []
    const selected = selectPassing(twice, (some) => {
      seen.push(new Set(some.map(item)).size - some.length)
      return true
    })
    expect(selected).toEqual(twice)
    expect(new Set(seen)).toEqual(new Set([0]))
  })
})
