import type { Range } from '../../diagnostic.js'
import type { Example, Rule } from '../rule.js'

/** Where something stands in its file. */
export type Place = { path: (string | number)[]; range: Range }

/** An address that others are told to connect to: of a link listener or of an edge listener; the host in lower case, as of one machine all that loop back. */
export type Advertised = { use: 'link' | 'edge'; family: 'tcp' | 'udp'; host: string; port: string; place: Place }

/** A link group, and the dialer or listener that is in it. */
export type Group = { name: string; place: Place }

/** What the fleet rules know of one router: plain data, a few hundred bytes, so that thousands of files can be compared. */
export type Router = {
  /** The path of its file. */
  path: string
  release: string
  advertised: readonly Advertised[]
  /** Groups that its dialers dial and its link listeners are in; undefined where they cannot be known. */
  dialed: readonly Group[] | undefined
  listened: readonly Group[] | undefined
  /** Addresses of its controllers; undefined where they cannot be known. */
  controllers: readonly { address: string; place: Place }[] | undefined
  /** What it listens on. */
  sockets: readonly { protocol: string; host: string; port: string; place: Place }[]
  /** Keys that its release reads and some other does not, by their path without indexes. */
  keys: readonly { name: string; releases: readonly string[]; place: Place }[]
}

/** What a fleet rule reports about one router. The other one is named in the message, as a diagnostic speaks of one file. */
export type FleetReport = { router: Router; place: Place; message: string }

/** Files of one fleet, each as in the example of a rule. */
export type FleetExample = readonly Example[]

/** A mistake that only several files together show. Its examples are run as tests and shown by `explain`. */
export type FleetRule = Omit<Rule, 'examples' | 'check' | 'whole'> & {
  examples: { bad: readonly FleetExample[]; good: readonly FleetExample[] }
  /** Looks at two or more routers, in the order in which their files were read. */
  compare: (routers: readonly Router[], report: (report: FleetReport) => void) => void
}
