import type { Path } from '../../document/diagnostic.js'
import type { FleetRuleId } from '../../generated/fleet-rule-ids.js'
import type { Example, RuleFacts } from '../rule.js'

/** The host is in lower case; every loopback host is `localhost`. */
export type AdvertisedAddress = {
  use: 'link' | 'edge'
  family: 'tcp' | 'udp'
  host: string
  port: string
  path: Path
}

/** `path` leads to the name or, for the default group, which the file does not name, to the binding. */
export type LinkGroup = { name: string; path: Path }

/** The files of an identity that routers should not share. */
export type IdentityPart = 'cert' | 'key' | 'ca'

/**
 * What the fleet rules know about one router: plain data of a few hundred bytes, so that thousands of files can be
 * compared. Positions are paths in the file.
 */
export type Router = {
  path: string
  release: string
  advertised: readonly AdvertisedAddress[]
  /** Groups of its link dialers; undefined if unknown. */
  dialed: readonly LinkGroup[] | undefined
  /** Groups of its link listeners; undefined if unknown. */
  listened: readonly LinkGroup[] | undefined
  /** Addresses of its controllers; undefined if unknown. */
  controllers: readonly { address: string; path: Path }[] | undefined
  sockets: readonly { protocol: string; host: string; port: string; path: Path }[]
  /** Keys that its release reads and some other release does not, named by their path without indexes. */
  keys: readonly { name: string; readIn: readonly string[]; path: Path }[]
  /** Possible names, taken from its files and folders, the likeliest first. */
  names: readonly string[]
  /** The files that its identity names, as written. */
  files: Readonly<Partial<Record<IdentityPart, string>>>
  /** Path of `identity.cert`; absent if the file does not have it. */
  identity?: Path
  /** Set if the certificate is on this machine. The common name is the router's id; the fingerprint is SHA-1. */
  certificate?: { commonName: string; fingerprint: string }
  /** Path of the binding of its first tunnel listener. */
  tunnel?: Path
  /** Path of the binding of its first link listener. */
  linkListener?: Path
}

/** A router record of the management API; absent fields are unknown. */
export type RouterRecord = {
  /** Id of the router, which is also the common name of its certificate. */
  id: string
  /** Name of the router, as in the controller. */
  name: string
  /** Whether the router may host and dial services as a tunneler. */
  isTunnelerEnabled?: boolean
  /** Whether the router is forbidden to connect. */
  disabled?: boolean | null
  /** Whether circuits are forbidden to pass through the router. */
  noTraversal?: boolean | null
  /** Cost of the router for circuits. */
  cost?: number | null
  /** Role attributes, which policies refer to. */
  roleAttributes?: readonly string[] | null
  /** Whether the router has enrolled. */
  isVerified?: boolean
  /** SHA-1 of its certificate, in hexadecimal digits. */
  fingerprint?: string | null
  /** SHA-1 of a new certificate that the router has not used yet. */
  unverifiedFingerprint?: string | null
}

/** The settings that a record should have. */
export type WantedRecord = Partial<
  Pick<RouterRecord, 'isTunnelerEnabled' | 'disabled' | 'noTraversal' | 'cost' | 'roleAttributes'>
>

/** The routers of a network according to the management API. */
export type Registry = {
  /** The records of the routers that the controller knows. */
  records: readonly RouterRecord[]
  /**
   * Control addresses of the controllers, such as `tls:ctrl.example.com:6262`; without them, controllers are not
   * checked.
   */
  controllers?: readonly string[]
  /** The settings that records should have, by the name of the router. */
  wanted?: Readonly<Record<string, WantedRecord>>
  /** Whether there are more records than these. If so, routers without a record are not reported. */
  isPart?: boolean
  /**
   * Returns the path where the file of a router would be, by its name. If absent, records without a file are not
   * reported.
   */
  fileOf?: (name: string) => string
}

export type RouterWithRecord = {
  router: Router
  /** `recordByCertificate`, or else `recordByName`. */
  record: RouterRecord | undefined
  /** The record whose id is the common name of the certificate. */
  recordByCertificate: RouterRecord | undefined
  /** The record for the first of the router's possible names that any record has. */
  recordByName: RouterRecord | undefined
}

export type MatchedRouters = Omit<Registry, 'fileOf'> & {
  pairs: readonly RouterWithRecord[]
  /** Records without a file, each with a stand-in router at the path where the file would be. */
  recordsWithoutFile: readonly { router: Router; record: RouterRecord }[]
}

/**
 * What a fleet rule reports about one router: about a value, a key or, without a path, the whole file. The message
 * names the other router, because a diagnostic belongs to one file.
 */
export type FleetReport = {
  router: Router
  path?: Path | undefined
  on?: 'key' | 'value'
  message: string
}

/**
 * Files of a fleet, each in the format of a rule's example, with the records of the management API if the rule needs
 * them.
 */
export type FleetExample = readonly Example[] | { files: readonly Example[]; registry: Registry }

/**
 * A mistake that only shows in several files, or in files and records. Its examples run as tests and are shown by
 * `explain`.
 */
export type DocumentedFleetRule = RuleFacts<FleetRuleId> & {
  /** Files with the mistake and without it. */
  examples: {
    /** Files with the mistake; the line of the mistake ends in `#!` and a part of the message. */
    bad: readonly FleetExample[]
    /** Files without the mistake. */
    good: readonly FleetExample[]
  }
}

/** A mistake that only shows when several files are compared. */
export type CompareRule = DocumentedFleetRule & {
  /** Compares two or more routers, in the order in which their files were read. */
  compare: (routers: readonly Router[], report: (report: FleetReport) => void) => void
}

/** A mistake that shows when files are compared with the records of the management API. */
export type RecordRule = DocumentedFleetRule & {
  compareRecords: (matchedRouters: MatchedRouters, report: (report: FleetReport) => void) => void
}

export type FleetRule = CompareRule | RecordRule
