import type { Finding, Path } from '../diagnostic.js'
import { lineStarts, positionAt } from '../diagnostic.js'
import type { Broken, Sound } from './read.js'
import { broken, readConfiguration } from './read.js'
import type { Part, Settings } from './settings.js'
import { settingsOf } from './settings.js'

/** What a configuration needs of the place where it is read; paths are those of that place, from the current folder or absolute. */
export type Surroundings = {
  read: (path: string) => { text: string } | { why: string }
  /** A path that is written in a file. */
  resolve: (file: string, path: string) => string
  /** A path as seen from the folder of a file, with `/` between names. */
  relate: (file: string, path: string) => string
  /** Whether a path is meant by one of several globs. */
  matcher: (globs: readonly string[]) => (path: string) => boolean
}

/** A configuration that is ready for use. */
export type Source = {
  path: string
  /** Whether the search for configurations ends here. */
  isRoot: boolean
  /** What it says of a file: its settings, the stronger later, and whether the file is left out. */
  of: (path: string) => { layers: readonly Settings[]; isExcluded: boolean }
}

/** A configuration with those it extends, which come first, each once. */
export type Gathered = { sources: readonly Source[]; broken: readonly Broken[] }

type Gathering = {
  surroundings: Surroundings
  sources: Source[]
  broken: Broken[]
  seen: Set<string>
}

/** Reads a configuration and all that it extends. The path must be that of a file that can be read. */
export function gather(path: string, text: string, surroundings: Surroundings): Gathered {
  const gathering: Gathering = { surroundings, sources: [], broken: [], seen: new Set([path]) }
  visit(gathering, path, text, [path])
  return { sources: gathering.sources, broken: gathering.broken }
}

function visit(gathering: Gathering, path: string, text: string, above: readonly string[]): void {
  const read = readConfiguration(path, text)
  if (!('content' in read)) return void gathering.broken.push(read)
  const { surroundings, sources, seen } = gathering
  const faults: Finding[] = []
  const isList = Array.isArray(read.content.extends)
  for (const [index, written] of [read.content.extends ?? []].flat().entries()) {
    const parent = surroundings.resolve(path, written)
    const at = [...read.at, 'extends', ...(isList ? [index] : [])]
    const report = (message: string): void =>
      void faults.push({
        rule: 'configuration',
        severity: 'error',
        message,
        path: at,
        span: read.document.spanOf(at, 'value'),
      })
    if (above.includes(parent))
      report(`\`extends\` comes back to \`${parent}\`, so that neither can build on the other`)
    else if (!seen.has(parent)) {
      seen.add(parent)
      const found = surroundings.read(parent)
      if ('why' in found)
        report(`${found.why}; \`extends\` takes paths from the folder of this file`)
      else visit(gathering, parent, found.text, [...above, parent])
    }
  }
  if (faults.length > 0) gathering.broken.push(broken(read, faults))
  sources.push(sourceOf(read, surroundings))
}

function sourceOf(
  { path, document, at, content }: Sound,
  { resolve, relate, matcher }: Surroundings,
): Source {
  const starts = lineStarts(document.text)
  const set = (part: Part, above: Path): Settings =>
    settingsOf(part, {
      from: (...steps) =>
        `${path}:${positionAt(starts, document.spanOf([...at, ...above, ...steps], 'value').start).line + 1}`,
      resolve: (written) => resolve(path, written),
    })
  const meant = (globs: string | readonly string[] = []): ((file: string) => boolean) =>
    globs.length === 0 ? () => false : matcher([globs].flat())
  const own = set(content, [])
  const overrides = (content.overrides ?? []).map(({ files, exclude, ...part }, index) => {
    const [isMeant, isSpared] = [meant(files), meant(exclude)]
    return {
      applies: (file: string) => isMeant(file) && !isSpared(file),
      settings: set(part, ['overrides', index]),
    }
  })
  const isLeftOut = meant(content.exclude)
  return {
    path,
    isRoot: content.root === true,
    of: (file) => {
      const seen = relate(path, file)
      return {
        layers: [
          own,
          ...overrides.filter(({ applies }) => applies(seen)).map(({ settings }) => settings),
        ],
        isExcluded: isLeftOut(seen),
      }
    },
  }
}
