/** What is known of a certificate. */
export type Certificate = {
  /** Common name of its subject: for the certificate of a router its id. */
  commonName: string
  /** SHA-1 of it, in lower-case hexadecimal digits. */
  fingerprint: string
  /** Host names it covers, wildcards included. */
  names: readonly string[]
  /** IP addresses it covers, in canonical form. */
  addresses: readonly string[]
  isAuthority: boolean
  /** Whether it may be used by a server, for all that its extended key usages say. */
  isForServers: boolean
  /** Times in milliseconds since 1970. */
  validFrom: number
  validTo: number
  /** Whether a private key in PEM form belongs to it; undefined where the key cannot be read. */
  belongsTo: (key: string) => boolean | undefined
}

/** What stands at a path on this machine. */
export type Found =
  | { kind: 'missing' }
  | { kind: 'folder' }
  | { kind: 'unreadable'; why: string }
  | { kind: 'file'; text: string }

/** The machine that a rule may look at, where the caller allows it. Rules without it say nothing of files. */
export type Host = {
  checks: ReadonlySet<'files' | 'certificates'>
  look: (path: string) => Found
  /** The certificates of a PEM text; `undefined` entries could not be read. */
  certificates: (pem: string) => readonly (Certificate | undefined)[]
  /** Milliseconds since 1970. */
  now: number
  /** Runs a step and takes its time; absent where nobody wants to know. */
  time?: Time
}

/** Runs something under a name and gives what it gives. */
export type Time = <Value>(step: string, run: () => Value) => Value

export const untimed: Time = (_, run) => run()
