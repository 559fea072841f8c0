import { formatPath } from '../document/diagnostic.js'
import type { OuterPlace } from './outer-scalars.js'
import { findValue, readScalarToken } from './outer-scalars.js'

/** The name of the file that a string holds: as its tool calls it, or else the path of the string. */
export function nameEmbeddedFile(place: OuterPlace): string {
  return (
    nameInManifest(place) ??
    nameByNeighbor(place) ??
    nameInCompose(place) ??
    formatPath(toSteps(place))
  )
}

/** Kubernetes: kind and name of the nearest resource, and the path within. */
function nameInManifest(place: OuterPlace): string | undefined {
  const steps: (string | number)[] = [place.step]
  for (let at = place.parent; at; at = at.parent) {
    const kind = readScalarToken(findValue(at, 'kind'))
    const metadata = findValue(at, 'metadata')
    if (kind !== undefined && metadata) {
      const [first, ...rest] = steps.reverse()
      const inside = { step: '', token: metadata }
      const name = readScalarToken(findValue(inside, 'name') ?? findValue(inside, 'generateName'))
      const key = dataKeys.has(String(first)) && rest.length > 0 ? rest : [first ?? '', ...rest]
      return `${kind}/${name ?? ''}:${formatPath(key)}`
    }
    steps.push(at.step)
  }
  return undefined
}

const dataKeys = new Set(['data', 'stringData', 'binaryData'])

/** cloud-init and Ansible: the path to which the content is written. */
function nameByNeighbor({ step, parent }: OuterPlace): string | undefined {
  if (step !== 'content' || !parent) return undefined
  const path = readScalarToken(findValue(parent, 'path'))
  const list = parent.parent
  if (path !== undefined && list?.step === 'write_files') return `write_files:${path}`
  const target = readScalarToken(findValue(parent, 'dest'))
  return target === undefined ? undefined : `copy:${target}`
}

/** Docker Compose: the name of the config. */
function nameInCompose({ step, parent }: OuterPlace): string | undefined {
  const group = parent?.parent
  return step === 'content' && parent && group?.step === 'configs'
    ? `configs/${parent.step}`
    : undefined
}

function toSteps(place: OuterPlace): (string | number)[] {
  const steps: (string | number)[] = []
  for (let at = place; at.parent; at = at.parent) steps.push(at.step)
  return steps.reverse()
}

/** Whether the context of a string says that it is in base64: a Secret, a file of cloud-init, or a tag. */
export function isBase64Place({ step, parent }: OuterPlace, tag: string | undefined): boolean {
  if (tag === '!!binary') return true
  if (parent?.step === 'binaryData') return true
  if (parent?.step === 'data') return readScalarToken(findValue(parent.parent, 'kind')) === 'Secret'
  if (step !== 'content') return false
  return /^(?:b64|base64)$/.test(readScalarToken(findValue(parent, 'encoding')) ?? '')
}
