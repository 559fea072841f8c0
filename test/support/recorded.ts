import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { amount, spread } from './amount.js'
import { fixtures } from './fixtures.js'

/** A router file of somebody, with the environment in which it was read. */
export type Sample = { name: string; text: string; env?: Record<string, string> }

type Case = {
  id: string
  key: string
  base: number
  edit: [from: number, remove: number, insert: string, has: boolean]
  env?: Record<string, string>
}

const lines = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')

/** A file that is made when it is selected: recordings are many, and most tests take one of a hundred. */
type Recording = () => Sample

/** The selection of recorded files that the project holds, each made by an edit of one of a few bases. */
function recordedFixtures(): Recording[] {
  const { texts }: { texts: string[] } = JSON.parse(
    readFileSync('fixtures/conformance/bases.json', 'utf8'),
  )
  return lines('fixtures/conformance/cases.jsonl').map((line) => () => {
    const { id, key, base, edit, env = {} }: Case = JSON.parse(line)
    const [from, remove, insert, has] = edit
    const text = (texts[base] ?? '').split('\n')
    text.splice(from, remove, ...(has ? insert.split('\n') : []))
    return { name: `${id} ${key}`, text: text.join('\n'), env }
  })
}

/**
 * A folder of further recordings and of router files of other people, which is no part of the project.
 * `npm run bench recordings FOLDER` names it and runs the tests over it.
 */
export const recordingsFolder = process.env.ROUTERFILE_RECORDINGS

/** Every recorded file of a folder of recordings. */
function readRecordings(folder: string): Recording[] {
  const cases = join(folder, 'conformance', 'router')
  return readdirSync(cases)
    .filter((name) => /^cases.*\.jsonl$/.test(name))
    .flatMap((name) =>
      lines(join(cases, name)).map((line) => () => {
        const { id, key, yaml, env = {} } = JSON.parse(line)
        return { name: `${id} ${key}`, text: yaml, env }
      }),
    )
}

/** Router files, templates and snippets of other people, of a folder of recordings. */
function readCorpus(folder: string): Sample[] {
  const root = join(folder, 'corpus')
  return ['router', 'templated', 'snippet', 'controller'].flatMap((kind) =>
    readdirSync(join(root, kind)).map((name) => ({
      name: `${kind}/${name}`,
      text: readFileSync(join(root, kind, name), 'utf8'),
    })),
  )
}

/** The fixtures that are router files of the default target. */
const sampleFixtures = (): Sample[] =>
  ['valid', 'samples', 'loaded', 'invalid'].flatMap((name) =>
    fixtures(name)
      .filter(({ options }) => options.target === undefined)
      .map(({ options: { env }, ...file }) => ({ ...file, ...(env && { env }) })),
  )

/**
 * Router files to hold a promise against: the fixtures, and a number of the recorded files, which are many and much
 * alike; at night more of them. A folder of recordings adds its files of other people and ten times as many recorded ones.
 */
export function selectSamples(count: number): Sample[] {
  const recorded = amount(count)
  const further = recordingsFolder
  const selected = [
    ...spread(recordedFixtures(), recorded),
    ...(further === undefined ? [] : spread(readRecordings(further), 10 * recorded)),
  ]
  return [
    ...sampleFixtures(),
    ...(further === undefined ? [] : readCorpus(further)),
    ...selected.map((read) => read()),
  ]
}
