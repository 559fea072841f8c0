import { withoutTail } from '../../document/tails.js'
import type { Diagnostic, Edit, Fix, Path } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { addEntry, formatScalar, removeAt, replaceScalar } from '../../edit/edit.js'
import { findEntry } from '../../edit/entry.js'
import { getTraits } from '../../lint/catalog.js'
import { listListenerSockets, listWebSockets } from '../../lint/listeners.js'
import type { RemedyKind } from '../../lint/rule.js'
import { getExampleAt } from '../examples.js'
import type { View } from '../view.js'

/**
 * Fixes that only editors offer, because a person has to agree: each one sets a value that does not follow from the
 * file, or removes a key.
 */
export function listRemedies(view: View, finding: Diagnostic): Fix[] {
  const { remedy } = getTraits(finding.rule)
  return remedy ? remedies[remedy](view, finding) : []
}

type Remedy = (view: View, finding: Diagnostic) => Fix[]

const remedies: Readonly<Record<RemedyKind, Remedy>> = {
  'add-edge': addEdge,
  'add-csr': addCsr,
  'add-server-certificate': addServerCertificate,
  'choose-free-port': chooseFreePort,
  'remove-key': ({ document }, { path }) =>
    toFixes(`remove unknown key \`${String(path.at(-1))}\``, removeAt(document, path)),
}

const toFixes = (title: string, edits: Edit[] | undefined): Fix[] =>
  edits ? [{ title, edits }] : []

function addEdge({ document }: View): Fix[] {
  return document.find(['edge'])
    ? toFixes('set `edge` to `{}`', replaceScalar(document, ['edge'], '{}'))
    : toFixes(
        'add `edge: {}`',
        addEntry(document, [], { name: 'edge', afterColon: ' {}', linesBelow: [] }),
      )
}

/** Offers nothing if the finding has a fix already, because that fix uses the hosts that the file advertises. */
function addCsr({ document }: View, { fix }: Diagnostic): Fix[] {
  if (fix) return []
  const entry = {
    name: 'csr',
    afterColon: '',
    linesBelow: ['  sans:', '    dns:', '      - localhost', '      - router.example.com'],
  }
  return toFixes(
    'add `csr` with the example host `router.example.com`',
    addEntry(document, [], entry),
  )
}

/**
 * Sets `server_cert` to the file that `ziti router enroll` writes beside `NAME.cert`, or to an example if `cert` does
 * not have the form `NAME.cert`.
 */
function addServerCertificate({ document, model }: View): Fix[] {
  const cert = document.find(['identity', 'cert'])?.value
  const baseName = cert?.kind === 'text' ? /^([^:$]+)\.cert$/.exec(cert.value)?.[1] : undefined
  const certificatePath =
    baseName === undefined
      ? getExampleAt(model.schema, 'identity.server_cert')
      : `${baseName}.server.chain.cert`
  const certEntry = findEntry(document, ['identity', 'cert'])
  return toFixes(
    `add \`server_cert: ${certificatePath}\` to \`identity\``,
    addEntry(
      document,
      ['identity'],
      { name: 'server_cert', afterColon: ` ${formatScalar(certificatePath)}`, linesBelow: [] },
      certEntry && 'pair' in certEntry ? certEntry : undefined,
    ),
  )
}

/** Replaces a port, also where the listener advertises it, with the next higher port that the file does not use. */
function chooseFreePort({ document, readResult: { config } }: View, { path }: Diagnostic): Fix[] {
  const sockets = [...listListenerSockets(config), ...listWebSockets(config)]
  const usedPorts = new Set(sockets.map(({ port }) => Number(port)))
  const oldPort = Number(findPort(readText(document, path)))
  let port = oldPort + 1
  while (usedPorts.has(port)) port += 1
  if (!(port <= 65_535)) return []
  const listener = path.slice(0, -1)
  const advertisedPaths = [
    [...listener, 'advertise'],
    [...listener, 'address'],
    [...listener, 'options', 'advertise'],
  ].filter(
    (addressPath) =>
      addressPath.at(-1) !== path.at(-1) &&
      Number(findPort(readText(document, addressPath))) === oldPort,
  )
  const edits = [path, ...advertisedPaths].map((addressPath) =>
    replaceScalar(
      document,
      addressPath,
      formatScalar(withoutTail(readText(document, addressPath), /\d/) + String(port)),
    ),
  )
  return toFixes(
    `change port ${oldPort} to ${port}, which is free`,
    edits.every((edit) => edit !== undefined) ? edits.flat() : undefined,
  )
}

const findPort = (address: string): string | undefined => /:(\d+)$/.exec(address)?.[1]

const readText = (document: Document, path: Path): string => {
  const value = document.find(path)?.value
  return value?.kind === 'text' ? value.value : ''
}
