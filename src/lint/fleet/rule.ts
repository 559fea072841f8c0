import type { Path } from '../../document/diagnostic.js'
import type { FleetRuleId } from '../../generated/fleet-rule-ids.js'
import type { Example, RuleFacts } from '../rule.js'

/** An address that others are told to connect to: of a link listener or of an edge listener; the host in lower case, as of one machine all that loop back. */
export type AdvertisedAddress = {
  use: 'link' | 'edge'
  family: 'tcp' | 'udp'
  host: string
  port: string
  path: Path
}

/** A link group, and the dialer or listener that is in it. */
export type LinkGroup = { name: string; path: Path }

/** What the fleet rules know of one router: plain data, a few hundred bytes, so that thousands of files can be compared; where something stands, as paths of the file. */
export type Router = {
  /** The path of its file. */
  path: string
  release: string
  advertised: readonly AdvertisedAddress[]
  /** Groups that its dialers dial and its link listeners are in; undefined where they cannot be known. */
  dialed: readonly LinkGroup[] | undefined
  listened: readonly LinkGroup[] | undefined
  /** Addresses of its controllers; undefined where they cannot be known. */
  controllers: readonly { address: string; path: Path }[] | undefined
  /** What it listens on. */
  sockets: readonly { protocol: string; host: string; port: string; path: Path }[]
  /** Keys that its release reads and some other does not, by their path without indexes. */
  keys: readonly { name: string; releases: readonly string[]; path: Path }[]
  /** What it may be called, as its files and folders are, the likeliest first. */
  names: readonly string[]
  /** Where it names its certificate. */
  identity?: Path
  /** Its certificate, where that is on this machine: common name, which is the id of the router, and SHA-1 fingerprint. */
  certificate?: { commonName: string; fingerprint: string }
  /** Its tunnel listener. */
  tunnel?: Path
  /** Its first link listener. */
  linkListener?: Path
}

/** The record of a router as the management API gives it; what is absent is not known. */
export type RouterRecord = {
  id: string
  name: string
  isTunnelerEnabled?: boolean
  disabled?: boolean | null
  noTraversal?: boolean | null
  cost?: number | null
  roleAttributes?: readonly string[] | null
  isVerified?: boolean
  /** SHA-1 of its certificate, in hexadecimal digits. */
  fingerprint?: string | null
  unverifiedFingerprint?: string | null
}

/** What somebody wants records to be. */
export type WantedRecord = Partial<
  Pick<RouterRecord, 'isTunnelerEnabled' | 'disabled' | 'noTraversal' | 'cost' | 'roleAttributes'>
>

/** What the management API says of the routers of a network. */
export type Registry = {
  records: readonly RouterRecord[]
  /** Control addresses of the controllers, as in `tls:ctrl.example.com:6262`; without them nothing is said of controllers. */
  controllers?: readonly string[]
  /** What records are to be, by name. */
  wanted?: Readonly<Record<string, WantedRecord>>
  /** Whether the records are some of those that there are; then nothing is said of routers without a record. */
  isPart?: boolean
  /** Where the file of a router would be, by its name; without it nothing is said of records without a file. */
  fileOf?: (name: string) => string
}

/** A router file and what the API knows of it. */
export type RouterWithRecord = {
  router: Router
  /** The record that belongs to the file; undefined where none does. */
  record: RouterRecord | undefined
  /** The record that the certificate names, and the first that is called as the files are. */
  certified: RouterRecord | undefined
  named: RouterRecord | undefined
}

/** Router files with their records. */
export type MatchedRouters = Omit<Registry, 'fileOf'> & {
  pairs: readonly RouterWithRecord[]
  /** Records without a file, each with a router that stands where the file would be. */
  fileless: readonly { router: Router; record: RouterRecord }[]
}

/** What a fleet rule reports about one router: about a value, a key, or, without a path, the whole file. The other router is named in the message, as a diagnostic speaks of one file. */
export type FleetReport = {
  router: Router
  path?: Path | undefined
  on?: 'key' | 'value'
  message: string
}

/** Files of one fleet, each as in the example of a rule, with the records of the management API where these matter. */
export type FleetExample = readonly Example[] | { files: readonly Example[]; registry: Registry }

type FleetRuleBase = RuleFacts<FleetRuleId> & {
  examples: { bad: readonly FleetExample[]; good: readonly FleetExample[] }
}

/** A mistake that only several files together show. Its examples are run as tests and shown by `explain`. */
export type CompareRule = FleetRuleBase & {
  /** Looks at two or more routers, in the order in which their files were read. */
  compare: (routers: readonly Router[], report: (report: FleetReport) => void) => void
}

/** A mistake that files and the records of the management API show together. */
export type RecordRule = FleetRuleBase & {
  /** Looks at routers and their records. */
  hold: (held: MatchedRouters, report: (report: FleetReport) => void) => void
}

export type FleetRule = CompareRule | RecordRule
