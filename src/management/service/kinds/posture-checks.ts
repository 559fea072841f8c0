import type { Kinds } from '../records.js'
import { badField } from '../refusal.js'
import { forget } from '../roles.js'
import type { Draft, Kind } from './kind.js'
import { attributes, each, rejectUsed } from './rules.js'
import { isVersionRange } from './version-range.js'

type Sent = Partial<Draft<'postureChecks'>>

/** A hardware address as it is kept: digits only, in lower case. */
const plainAddress = (address: string): string => address.toLowerCase().replaceAll(/[^0-9a-f]/g, '')

const set = (values: readonly string[] | null | undefined): string[] => each(values ?? [])

const setOrNull = (values: readonly string[] | null | undefined): string[] | null =>
  values && values.length > 0 ? each(values) : null

/** Of items that are kept under the same key the last, in the order of the bytes of their keys. */
function keyed<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const last = new Map(items.map((item) => [keyOf(item), item]))
  return each([...last.keys()]).flatMap((key) => last.get(key) ?? [])
}

/** What stands for no timeout. */
const never = -1

/** The fields of each type of check. */
const variants: Readonly<Record<string, (sent: Sent) => Partial<Kinds['postureChecks']>>> = {
  OS: ({ operatingSystems = [] }) => ({
    operatingSystems: keyed(operatingSystems, ({ type }) => type).map(({ type, versions }) => {
      for (const text of versions ?? [])
        if (!isVersionRange(text))
          throw badField('operatingSystems', `invalid version ${text}`, text)
      return { type, versions: setOrNull(versions) }
    }),
  }),
  PROCESS: ({ process }) => {
    if (!process) return {}
    const { signerFingerprint, hashes, ...rest } = process
    return {
      process: {
        ...rest,
        hashes: setOrNull(hashes?.map((hash) => hash.toLowerCase())),
        ...(signerFingerprint && { signerFingerprint: signerFingerprint.toLowerCase() }),
      },
    }
  },
  PROCESS_MULTI: ({ processes = [], semantic }) => ({
    processes: keyed(processes, ({ osType, path }) => `${osType}-${path}`).map((process) => ({
      ...process,
      hashes: set(process.hashes),
      signerFingerprints: set(process.signerFingerprints),
    })),
    semantic: semantic ?? 'AllOf',
  }),
  DOMAIN: ({ domains = [] }) => ({ domains: each(domains) }),
  MAC: ({ macAddresses = [] }) => ({ macAddresses: each(macAddresses.map(plainAddress)) }),
  MFA: ({
    timeoutSeconds = 0,
    promptOnWake = false,
    promptOnUnlock = false,
    ignoreLegacyEndpoints = false,
  }) => ({
    timeoutSeconds: timeoutSeconds > 0 ? timeoutSeconds : never,
    promptOnWake,
    promptOnUnlock,
    ignoreLegacyEndpoints,
  }),
}

/** What must be true of an endpoint before a service policy lets it through. */
export const postureChecks: Kind<'postureChecks'> = {
  kind: 'postureChecks',
  one: 'postureCheck',
  collection: 'posture-checks',
  ids: 'long',
  fields: (sent) => {
    const { name = '', typeId = '', roleAttributes } = sent
    const variant = variants[typeId]
    if (!variant) throw badField('typeId', `invalid typeId value: "${typeId}"`, typeId)
    return { name, typeId, roleAttributes: attributes(roleAttributes) ?? [], ...variant(sent) }
  },
  keeps: ['typeId'],
  heard: (sent, before, { call }) => {
    // The type stays, and with it what the check is about.
    if (sent['typeId'] !== undefined && sent['typeId'] !== before.typeId)
      return call.operation.method === 'PUT' ? { ...before, ...sent } : sent
    // Processes and their semantic are one to a controller.
    return sent['semantic'] !== undefined && sent['processes'] === undefined
      ? { ...sent, processes: [] }
      : sent
  },
  check: (record, scope, before) => rejectUsed('postureChecks', record, scope, before),
  deleting: ({ id }, { records }) => forget(id, records),
  // What is off is not told.
  show: ({ createdAt: _, updatedAt: __, ...record }) => ({
    ...Object.fromEntries(Object.entries(record).filter(([, value]) => value !== false)),
    version: 1,
  }),
}
