import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { amount, spread } from './amount.js'
import { fixtures } from './fixtures.js'

/** A router file, with the environment in which the router read it. */
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

/** Creates a recorded file when it is selected: there are many recordings, and most tests use one in a hundred. */
type Recording = () => Sample

/** Lists the recorded files in the project, each stored as an edit of one of a few base texts. */
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
 * A folder outside of the project with more recordings and with published router files. `npm run bench recordings
 * FOLDER` sets it.
 */
export const recordingsFolder = process.env.ROUTERFILE_RECORDINGS

/** Lists all recorded files of a folder of recordings. */
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

/** Reads the published router files, templates and snippets of a folder of recordings. */
function readCorpus(folder: string): Sample[] {
  const root = join(folder, 'corpus')
  return ['router', 'templated', 'snippet', 'controller'].flatMap((kind) =>
    readdirSync(join(root, kind)).map((name) => ({
      name: `${kind}/${name}`,
      text: readFileSync(join(root, kind, name), 'utf8'),
    })),
  )
}

/** Reads the fixtures that are router files of the default target. */
const sampleFixtures = (): Sample[] =>
  ['valid', 'samples', 'loaded', 'invalid'].flatMap((name) =>
    fixtures(name)
      .filter(({ options }) => options.target === undefined)
      .map(({ options: { env }, ...file }) => ({ ...file, ...(env && { env }) })),
  )

/**
 * Selects router files for tests of general guarantees: the fixtures, and `count` of the recorded files, which are
 * numerous and similar (more in a nightly run). A folder of recordings adds its published files and ten times as many
 * recorded files.
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
