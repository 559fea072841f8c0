import type { Location } from 'vscode-languageserver'
import type { Document } from '../src/document/document.js'
import { parseDocument } from '../src/document/document.js'
import { maxTextLength } from '../src/document/limits.js'
import { hiddenSecret, isSecretAt, quoteBeginning } from '../src/document/secrets.js'
import { formatCode } from '../src/document/markdown.js'
import { positionsIn } from '../src/language/index.js'
import type { ValueReference } from '../src/template/value-references.js'
import { createConverter } from './convert.js'
import type { Session } from './session.js'

type ChartDeps = Pick<Session, 'client' | 'documents' | 'folders' | 'machine'>

/** A values file of a Helm chart, with its text from the editor or from disk. */
type ValuesFile = { uri: string; name: string; document: Document }

/** Maximum number of folders to search for a chart, starting with the folder of the template and going up. */
const maxDepth = 12

/** Matches names of values files: `values.yaml` of a chart, or one for a site, such as `values-prod.yaml`. */
const valuesNamePattern = /^values(?:[-_.][\w.-]+)?\.ya?ml$/

export const findValueLocations = (
  reference: ValueReference,
  uri: string,
  session: ChartDeps,
): Location[] =>
  findValuesFiles(uri, session).flatMap(({ uri: valuesUri, document }) => {
    const key = document.find(reference.path)?.key
    return key ? [toLocation(document, valuesUri, key, session)] : []
  })

const toLocation = (
  { text, lineStarts }: Document,
  uri: string,
  span: { start: number; end: number },
  { client }: ChartDeps,
): Location => createConverter(positionsIn(text, lineStarts), client.encoding).location(uri, span)

/** Describes, in Markdown, how each values file sets a value. Hides secrets. */
export function describeChartValue(
  { path }: ValueReference,
  uri: string,
  session: ChartDeps,
): string {
  const name = formatCode(['.Values', ...path].join('.'))
  const files = findValuesFiles(uri, session)
  if (files.length === 0) return `${name}: there is no \`values.yaml\` for this template`
  const places = files.flatMap((file) => {
    const entry = file.document.find(path)
    if (!entry?.key) return []
    const { line } = positionsIn(file.document.text).findPosition(entry.key.start)
    return [
      `${describeValue(entry.value, path, file.document)} in ${formatCode(file.name)}, line ${line + 1}`,
    ]
  })
  return places.length === 0
    ? `${name} is not in ${files.map((file) => formatCode(file.name)).join(' or ')}`
    : `${name} is ${places.join('; ')}`
}

function describeValue(
  value: NonNullable<ReturnType<Document['find']>>['value'],
  path: readonly string[],
  { text }: Document,
): string {
  if (value.kind === 'map' || value.kind === 'list') return `a ${value.kind}`
  const valueText = value.kind === 'text' ? value.value : text.slice(value.start, value.end)
  if (valueText === '') return 'empty'
  return isSecretAt(path, valueText)
    ? `${hiddenSecret} (not shown)`
    : formatCode(quoteBeginning(valueText))
}

/**
 * Finds the values files for a template, `values.yaml` first: those of the nearest chart or, without a chart, those in
 * the folder of the template. Leaves out files that are too long or cannot be read.
 */
function findValuesFiles(uri: string, session: ChartDeps): ValuesFile[] {
  const templateFolder = getFolder(uri)
  const folder = findChart(templateFolder, session) ?? templateFolder
  return listNames(folder, session)
    .filter((name) => valuesNamePattern.test(name))
    .sort((left, right) => rank(left) - rank(right) || (left < right ? -1 : 1))
    .flatMap((name) => {
      const text = readText(`${folder}/${encodeURIComponent(name)}`, session)
      return text === undefined || text.length > maxTextLength
        ? []
        : [{ uri: `${folder}/${encodeURIComponent(name)}`, name, document: parseDocument(text) }]
    })
}

const rank = (name: string): number => (name === 'values.yaml' ? 0 : 1)

/** Finds the nearest folder with a chart, up to the folder that is open in the editor; undefined if there is none. */
function findChart(startFolder: string, session: ChartDeps): string | undefined {
  const root = session.folders.folderFor(`${startFolder}/x`)
  let folder = startFolder
  for (let depth = 0; depth < maxDepth; depth += 1) {
    if (listNames(folder, session).includes('Chart.yaml')) return folder
    // If `Chart.yaml` cannot be found, as in a browser, the parent of the folder `templates` is assumed to be the
    // chart.
    if (folder.endsWith('/templates') && hasValues(getFolder(folder), session))
      return getFolder(folder)
    if (folder === root || getFolder(folder).endsWith('/')) return undefined
    folder = getFolder(folder)
  }
  return undefined
}

const hasValues = (folder: string, session: ChartDeps): boolean =>
  listNames(folder, session).includes('values.yaml')

const getFolder = (uri: string): string => uri.slice(0, uri.lastIndexOf('/'))

/** Lists the open files in a folder by name and, unless the server runs in a browser, the files on disk in it. */
function listNames(folder: string, { machine, documents }: ChartDeps): readonly string[] {
  const path = machine?.toPath(folder)
  const openNames = documents
    .all()
    .filter(({ uri }) => getFolder(uri) === folder)
    .map(({ uri }) => uri.slice(folder.length + 1))
  return [
    ...new Set([...(machine && path !== undefined ? machine.listNames(path) : []), ...openNames]),
  ]
}

function readText(uri: string, { machine, documents }: ChartDeps): string | undefined {
  const openDocument = documents.get(uri)
  if (openDocument) return openDocument.text()
  const path = machine?.toPath(uri)
  return path === undefined ? undefined : machine?.readText(path)
}
