import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { lint } from '../../src/index.js'
import { differentRouters, random } from '../support/mutate.js'

const read = (name: string): string => readFileSync(`fixtures/${name}.yaml`, 'utf8')

/** The sections of a file: each starts with a key at the beginning of a line. */
const splitSections = (text: string): string[] => text.split(/^(?=\w)/m)

/** A file with one of its sections replaced by a section of another file. */
function mixSections(text: string, other: string, pick: (below: number) => number): string {
  const sections = splitSections(text)
  const others = splitSections(other)
  sections[1 + pick(sections.length - 1)] = others[1 + pick(others.length - 1)] ?? ''
  return sections.join('')
}

/** Routers of one template, with a host each, the same mistakes, and now and then another value. */
function createCopies(count: number): string[] {
  const text = read('loaded/public')
    .replace('connectTimeout: 1.5s', 'connectTimeout: 15')
    .replace('mode: host', 'mode: hots')
    .replace('forwarder:\n', 'forwarder:\n  linkDialWorkerCuont: 8\n')
  return Array.from({ length: count }, (_, index) =>
    text
      .replaceAll('router.example.com', `r${index}.example.com`)
      .replace('hots', index % 3 === 0 ? 'prxy' : 'hots')
      .replace('connectTimeout: 15', `connectTimeout: ${index % 4 === 0 ? '"15"' : 15}`),
  )
}

/** Routers that share little, each with one section of another. */
function createMixed(count: number): string[] {
  const next = random(7)
  const pick = (below: number): number => Math.floor(next() * below)
  const texts = differentRouters.map(read)
  return Array.from({ length: count }, (_, index) =>
    mixSections(texts[index % texts.length] ?? '', texts[pick(texts.length)] ?? '', pick),
  )
}

/** What is found in a file, with fixes, by a program that has read nothing before. */
async function lintAlone(text: string): Promise<string> {
  vi.resetModules()
  const fresh = await import('../../src/index.js')
  return JSON.stringify(fresh.lint(text))
}

describe('of many files one after another, each has the findings that it has alone:', () => {
  test.each([
    ['copies of one file', createCopies(16)],
    ['files with a section of another', createMixed(30)],
  ])('%s', async (_, texts) => {
    const forwards = texts.map((text) => JSON.stringify(lint(text)))
    const backwards = texts
      .toReversed()
      .map((text) => JSON.stringify(lint(text)))
      .toReversed()
    expect(backwards).toEqual(forwards)
    expect(forwards.filter((found) => found.includes('"fix"')).length).toBeGreaterThan(10)
    for (const [index, text] of texts.entries()) expect(await lintAlone(text)).toBe(forwards[index])
  })
})
