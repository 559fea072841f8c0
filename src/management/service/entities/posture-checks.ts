import type {
  OperatingSystem,
  Process,
  ProcessMulti,
} from '../../../generated/management/shapes.js'
import { contract } from '../../../generated/management/contract.js'
import { createFieldRefusal } from '../call/failure.js'
import type { Handlers } from '../call/call.js'
import { uniqueSorted } from '../call/byte-order.js'
import type { NamedRecord } from '../call/records.js'
import { defineEntity } from './crud.js'
import type { InputFields } from './entity.js'
import { sortAttributes, uniqueSortedOrNull, rejectInvalidName } from './entity.js'
import { listAttributes } from './roles.js'

type PostureCheckRecord = NamedRecord & {
  typeId: string
  roleAttributes: string[]
  domains?: string[]
  macAddresses?: string[]
  process?: Process
  processes?: ProcessMulti[]
  semantic?: string
  operatingSystems?: OperatingSystem[]
  timeoutSeconds?: number
  promptOnWake?: boolean
  promptOnUnlock?: boolean
  ignoreLegacyEndpoints?: boolean
}

type PostureCheckTypeRecord = NamedRecord & { version: string; operatingSystems: OperatingSystem[] }

declare module '../call/records.js' {
  interface EntityRecords {
    postureChecks: PostureCheckRecord
    postureCheckTypes: PostureCheckTypeRecord
  }
}

/** The stored form of a MAC address: hexadecimal digits in lower case, without separators. */
const normalizeMacAddress = (address: string): string =>
  address.toLowerCase().replaceAll(/[^0-9a-f]/g, '')

const toUniqueSorted = (values: readonly string[] | null | undefined): string[] =>
  uniqueSorted(values ?? [])

function uniqueByKey<Item>(items: readonly Item[], getKey: (item: Item) => string): Item[] {
  const lastByKey = new Map(items.map((item) => [getKey(item), item]))
  return uniqueSorted([...lastByKey.keys()]).flatMap((key) => lastByKey.get(key) ?? [])
}

const noTimeout = -1

const fieldReaders: Readonly<
  Record<string, (input: InputFields<'postureChecks'>) => Partial<PostureCheckRecord>>
> = {
  OS: ({ operatingSystems = [] }) => ({
    operatingSystems: uniqueByKey(operatingSystems, ({ type }) => type).map(
      ({ type, versions }) => {
        for (const versionRange of versions ?? [])
          if (!isVersionRange(versionRange))
            throw createFieldRefusal(
              'operatingSystems',
              `invalid version ${versionRange}`,
              versionRange,
            )
        return { type, versions: uniqueSortedOrNull(versions) }
      },
    ),
  }),
  PROCESS: ({ process }) => {
    if (!process) return {}
    const { signerFingerprint, hashes, ...rest } = process
    return {
      process: {
        ...rest,
        hashes: uniqueSortedOrNull(hashes?.map((hash) => hash.toLowerCase())),
        ...(signerFingerprint && { signerFingerprint: signerFingerprint.toLowerCase() }),
      },
    }
  },
  PROCESS_MULTI: ({ processes = [], semantic }) => ({
    processes: uniqueByKey(processes, ({ osType, path }) => `${osType}-${path}`).map((process) => ({
      ...process,
      hashes: toUniqueSorted(process.hashes),
      signerFingerprints: toUniqueSorted(process.signerFingerprints),
    })),
    semantic: semantic ?? 'AllOf',
  }),
  DOMAIN: ({ domains = [] }) => ({ domains: uniqueSorted(domains) }),
  MAC: ({ macAddresses = [] }) => ({
    macAddresses: uniqueSorted(macAddresses.map(normalizeMacAddress)),
  }),
  MFA: ({
    timeoutSeconds = 0,
    promptOnWake = false,
    promptOnUnlock = false,
    ignoreLegacyEndpoints = false,
  }) => ({
    timeoutSeconds: timeoutSeconds > 0 ? timeoutSeconds : noTimeout,
    promptOnWake,
    promptOnUnlock,
    ignoreLegacyEndpoints,
  }),
}

/** A requirement on endpoints; service policies select the posture checks that must pass. */
export const postureChecks = defineEntity({
  name: 'postureChecks',
  indexes: ['name', 'roleAttributes'],
  toRecord: (input, base) => {
    const { name = '', typeId = '', roleAttributes } = input
    const readFields = fieldReaders[typeId]
    if (!readFields) throw createFieldRefusal('typeId', `invalid typeId value: "${typeId}"`, typeId)
    return {
      name,
      typeId,
      // Role attributes of posture checks may start with `#` or `@`, as recorded on controllers.
      roleAttributes: sortAttributes(roleAttributes) ?? [],
      ...readFields(input),
      ...base,
    }
  },
  immutableFields: ['typeId'],
  normalizeUpdate: (input, before, { call }) => {
    // The type is immutable, so a replacement with another type keeps the stored fields that it does not set.
    if (input.typeId !== undefined && input.typeId !== before.typeId)
      return call.operation.method === 'PUT' ? { ...before, ...input } : input
    // Controllers treat processes and their semantic as one value, so a patch that only sets the semantic removes the
    // processes.
    return input.semantic !== undefined && input.processes === undefined
      ? { ...input, processes: [] }
      : input
  },
  checkName: (record, scope) => rejectInvalidName('postureChecks', record, scope),
  // Responses omit fields that are false.
  present: ({ createdAt: _, updatedAt: __, ...record }) => ({
    ...Object.fromEntries(Object.entries(record).filter(([, value]) => value !== false)),
    version: 1,
  }),
})

export const postureCheckOperations: Handlers = {
  listPostureCheckRoleAttributes: listAttributes('postureChecks'),
}

export const postureCheckTypes = defineEntity({
  name: 'postureCheckTypes',
  indexes: ['name'],
  toRecord: ({ name = '', version = '', operatingSystems = [] }, base) => ({
    name,
    version,
    operatingSystems,
    ...base,
  }),
  present: ({ name, version, operatingSystems }) => ({
    name,
    version: version || null,
    operatingSystems,
  }),
})

const rangePattern =
  contract.shapes['OperatingSystemRequirement']?.properties?.['versions']?.items?.['x-model']?.[
    'pattern'
  ]

const versionRangeRegExp = new RegExp(String(rangePattern))

/** Maximum length of a version range in characters. */
const maxRangeLength = 10_000

/**
 * Whether a string is a version range as controllers parse it (`github.com/blang/semver`): comparisons such as
 * `>=11.0.0`, joined by spaces (and) or `||` (or). A version has three numbers, or fewer and a trailing `x`.
 */
export const isVersionRange = (text: string): boolean =>
  text.length <= maxRangeLength && versionRangeRegExp.test(text)
