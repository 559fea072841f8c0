import { formatPath } from '../document/diagnostic.js'
import type { OuterPlace } from './outer-scalars.js'
import { findValue, readScalarToken } from './outer-scalars.js'

/**
 * The name of a file in a string, by the conventions of Kubernetes, cloud-init, Ansible or Docker Compose; otherwise
 * the path of the string.
 */
export function nameEmbeddedFile(place: OuterPlace): string {
  return (
    nameInManifest(place) ??
    nameByNeighbor(place) ??
    nameInCompose(place) ??
    formatPath(toSteps(place))
  )
}

/** For Kubernetes: the kind and name of the nearest resource, and the path of the string in it (below `data`). */
function nameInManifest(place: OuterPlace): string | undefined {
  const steps: (string | number)[] = [place.step]
  for (let ancestor = place.parent; ancestor; ancestor = ancestor.parent) {
    const kind = readScalarToken(findValue(ancestor, 'kind'))
    const metadata = findValue(ancestor, 'metadata')
    if (kind !== undefined && metadata) {
      const [firstStep, ...furtherSteps] = steps.reverse()
      const metadataPlace = { step: '', token: metadata }
      const name = readScalarToken(
        findValue(metadataPlace, 'name') ?? findValue(metadataPlace, 'generateName'),
      )
      const key =
        dataKeys.has(String(firstStep)) && furtherSteps.length > 0
          ? furtherSteps
          : [firstStep ?? '', ...furtherSteps]
      return `${kind}/${name ?? ''}:${formatPath(key)}`
    }
    steps.push(ancestor.step)
  }
  return undefined
}

const dataKeys = new Set(['data', 'stringData', 'binaryData'])

/** For cloud-init and Ansible: the path at which they write the file. */
function nameByNeighbor({ step, parent }: OuterPlace): string | undefined {
  if (step !== 'content' || !parent) return undefined
  const path = readScalarToken(findValue(parent, 'path'))
  const listPlace = parent.parent
  if (path !== undefined && listPlace?.step === 'write_files') return `write_files:${path}`
  const destination = readScalarToken(findValue(parent, 'dest'))
  return destination === undefined ? undefined : `copy:${destination}`
}

/** For Docker Compose: the name of the config. */
function nameInCompose({ step, parent }: OuterPlace): string | undefined {
  const groupPlace = parent?.parent
  return step === 'content' && parent && groupPlace?.step === 'configs'
    ? `configs/${parent.step}`
    : undefined
}

function toSteps(place: OuterPlace): (string | number)[] {
  const steps: (string | number)[] = []
  for (let ancestor = place; ancestor.parent; ancestor = ancestor.parent) steps.push(ancestor.step)
  return steps.reverse()
}

/**
 * Whether a string is base64: because of its tag, because it is in `binaryData` or in the `data` of a Secret, or
 * because of the `encoding` of a cloud-init file.
 */
export function isBase64Place({ step, parent }: OuterPlace, tag: string | undefined): boolean {
  if (tag === '!!binary') return true
  if (parent?.step === 'binaryData') return true
  if (parent?.step === 'data') return readScalarToken(findValue(parent.parent, 'kind')) === 'Secret'
  if (step !== 'content') return false
  return /^(?:b64|base64)$/.test(readScalarToken(findValue(parent, 'encoding')) ?? '')
}
