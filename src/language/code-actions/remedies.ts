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
 * Fixes that only editors offer, because a person has to agree: they choose a value that the file does not determine,
 * or remove what was written.
 */
export function listRemedies(view: View, found: Diagnostic): Fix[] {
  const { remedy } = getTraits(found.rule)
  return remedy ? remedies[remedy](view, found) : []
}

type Remedy = (view: View, found: Diagnostic) => Fix[]

const remedies: Readonly<Record<RemedyKind, Remedy>> = {
  'add-edge': addEdge,
  'add-csr': addCsr,
  'add-server-certificate': addServerCertificate,
  'choose-free-port': chooseFreePort,
  'remove-key': ({ document }, { path }) =>
    toFix(`remove unknown key \`${String(path.at(-1))}\``, removeAt(document, path)),
}

const toFix = (title: string, edits: Edit[] | undefined): Fix[] => (edits ? [{ title, edits }] : [])

function addEdge({ document }: View): Fix[] {
  return document.find(['edge'])
    ? toFix('set `edge` to `{}`', replaceScalar(document, ['edge'], '{}'))
    : toFix('add `edge: {}`', addEntry(document, [], { name: 'edge', rest: ' {}', below: [] }))
}

/** Adds a section with an example host. A file with advertised hosts has a fix of the rule that uses those. */
function addCsr({ document }: View, { fix }: Diagnostic): Fix[] {
  if (fix) return []
  const entry = {
    name: 'csr',
    rest: '',
    below: ['  sans:', '    dns:', '      - localhost', '      - router.example.com'],
  }
  return toFix(
    'add `csr` with the example host `router.example.com`',
    addEntry(document, [], entry),
  )
}

/** Adds the certificate that `ziti router enroll` writes beside the client certificate. */
function addServerCertificate({ document, model }: View): Fix[] {
  const cert = document.find(['identity', 'cert'])?.value
  const beside = cert?.kind === 'text' ? /^([^:$]+)\.cert$/.exec(cert.value)?.[1] : undefined
  const file =
    beside === undefined
      ? getExampleAt(model.schema, 'identity.server_cert')
      : `${beside}.server.chain.cert`
  const certificate = findEntry(document, ['identity', 'cert'])
  return toFix(
    `add \`server_cert: ${file}\` to \`identity\``,
    addEntry(
      document,
      ['identity'],
      { name: 'server_cert', rest: ` ${formatScalar(file)}`, below: [] },
      certificate && 'pair' in certificate ? certificate : undefined,
    ),
  )
}

/** Gives a listener the next free port, also in the address that it advertises. */
function chooseFreePort({ document, reading: { config } }: View, { path }: Diagnostic): Fix[] {
  const sockets = [...listListenerSockets(config), ...listWebSockets(config)]
  const taken = new Set(sockets.map(({ port }) => Number(port)))
  const old = Number(findPort(readText(document, path)))
  let port = old + 1
  while (taken.has(port)) port += 1
  if (!(port <= 65_535)) return []
  const listener = path.slice(0, -1)
  const advertised = [
    [...listener, 'advertise'],
    [...listener, 'address'],
    [...listener, 'options', 'advertise'],
  ].filter(
    (place) => place.at(-1) !== path.at(-1) && Number(findPort(readText(document, place))) === old,
  )
  const edits = [path, ...advertised].map((place) =>
    replaceScalar(
      document,
      place,
      formatScalar(withoutTail(readText(document, place), /\d/) + String(port)),
    ),
  )
  return toFix(
    `change port ${old} to ${port}, which is free`,
    edits.every((edit) => edit !== undefined) ? edits.flat() : undefined,
  )
}

const findPort = (address: string): string | undefined => /:(\d+)$/.exec(address)?.[1]

const readText = (document: Document, place: Path): string => {
  const value = document.find(place)?.value
  return value?.kind === 'text' ? value.value : ''
}
