import type { KeyObject, X509Certificate } from 'node:crypto'
import type { Certificate as DecodedCertificate } from '@peculiar/asn1-x509'
import type { JWK } from 'jose'
import type { Contract } from '../../operation.js'
import type { Failure, Result } from './failure.js'
import type { IdGenerator, RandomBytes } from './identifiers.js'
import type { Records } from './records.js'
import type { Maintenance, Sessions } from './runtime-state.js'

export type ServiceContext = Records & {
  contract: Contract
  /** The current time in ms since 1970. */
  now: () => number
  idGenerator: IdGenerator
  random: RandomBytes
  passwordHasher: PasswordHasher
  sessions: Sessions
  keySets: KeySets
  codeThrottle: CodeThrottle
  schemaChecker: SchemaChecker
  maintenance: Maintenance
  /** Writes a copy of all records into the folder of the store. Does nothing if the store is in memory. */
  snapshot: () => Promise<void>
  /** When the service started, in ms since 1970. */
  startedAt: number
  /** The CA of the service, which issues certificates. */
  authority: Authority
  /** The key of the server certificate. It signs enrollment tokens and OpenID Connect tokens. */
  signingKey: SigningKey
  /**
   * Host and port at which clients reach the service, for tokens. They may change when the service starts to listen.
   */
  address: () => string
  /** Returns the simulated routers for the fabric API; absent if the service does not serve it. */
  runningRouters?: () => Promise<readonly RunningRouter[]>
  /** The origin whose web pages may use the service, or `*` for any; absent for none. */
  cors?: string
  /** The controller addresses that routers dial, for enrollment tokens; null if none are configured. */
  controllers: readonly string[] | null
}

/** Hashes and verifies passwords in separate threads. */
export type PasswordHasher = {
  /** Hashes a password with a new salt. The result is a PHC string, which includes the cost parameters. */
  readonly hash: (password: string) => Promise<string>
  /**
   * Whether a password matches the stored hash. Without a stored hash (no such user), the result is false after the
   * same time, so that callers cannot find out which users exist.
   */
  readonly verify: (password: string, storedHash: string | undefined) => Promise<boolean>
  /**
   * Whether a hash was made with another algorithm or other parameters than the current ones, and must be replaced at
   * the next successful authentication.
   */
  readonly needsRehash: (storedHash: string) => boolean
}

/** The public keys that external JWT signers publish. */
export type KeySets = {
  /**
   * Fetches the keys with an id from the URL of a key set (JWKS), or takes them from a cache; empty if there are none.
   */
  readonly find: (endpoint: string, keyId: string) => Promise<readonly JWK[]>
}

/**
 * Slows down guesses of one-time and recovery codes. Guesses from one address do not delay codes from others; guesses
 * from many addresses do not delay an address from which the user has signed in.
 */
export type CodeThrottle = {
  /** Whether this attempt is refused without checking its code. */
  isThrottled: (attempt: CodeAttempt) => boolean
  recordResult: (attempt: CodeAttempt, isCorrect: boolean) => void
}

/** An attempt to enter a code: the id of the identity's second factor, and the IP address of the client. */
export type CodeAttempt = {
  readonly id: string
  readonly address: string
  /** Whether the user has signed in with a second factor from the same address, and that session is still open. */
  readonly isFamiliar: () => boolean
}

/** The key of the service's certificate, for signing tokens. */
export type SigningKey = {
  readonly key: KeyObject
  readonly publicKey: KeyObject
  /** The signature algorithm of the key (RFC 7518, section 3.1). */
  readonly algorithm: string
  /**
   * The SHA-1 fingerprint of the certificate. Clients verify tokens with the public key in the certificate that the
   * service presents in TLS.
   */
  readonly keyId: string
}

/**
 * Checks schemas and patterns that users wrote, and data against schemas, in separate threads. A transaction cannot
 * wait for a thread: the check throws a RetryTransaction, and the transaction runs again once the result is known.
 */
export type SchemaChecker = {
  /**
   * Why a schema cannot be used for a config type; undefined if it can. Throws a RetryTransaction if the result is not
   * known yet.
   */
  readonly findSchemaFault: (schema: Readonly<Record<string, unknown>>) => Failure | undefined
  /**
   * Why data does not match a schema; undefined if it does. Throws a RetryTransaction if the result is not known yet.
   */
  readonly findDataFault: (
    schema: Readonly<Record<string, unknown>>,
    data: unknown,
  ) => Failure | undefined
  /** Whether each string contains a match of the regular expression; fails if the expression is invalid. */
  readonly match: (pattern: string, texts: string[]) => Promise<Result<readonly boolean[]>>
  readonly close: () => void
}

/** A CA: its certificate, and the private key that signs certificates. */
export type Authority = { readonly certificate: Certificate; readonly key: KeyObject }

/** A certificate and its key in the stored form. The key is PKCS #8 and a secret. */
export type KeyPair = { readonly certPem: string; readonly keyPem: string }

export type Certificate = {
  readonly pem: string
  readonly der: Buffer
  /** SHA-1 of the DER in lower-case hexadecimal, as the API shows it. */
  readonly fingerprint: string
  /** The last common name of the subject, or an empty string. */
  readonly commonName: string
  readonly alternativeNames: AlternativeNames
  readonly notBefore: Date
  readonly notAfter: Date
  /** Whether the basic constraints of the certificate make it a CA. */
  readonly isCa: boolean
  /** The certificate as Node parses it, for its keys. */
  readonly x509: X509Certificate
  /** The decoded certificate, for its extensions. */
  readonly decoded: DecodedCertificate
}

/** The alternative names of a subject by type, in the order of the certificate. */
export type AlternativeNames = {
  readonly dns: readonly string[]
  readonly ips: readonly string[]
  readonly emails: readonly string[]
  readonly uris: readonly string[]
}

/** A simulated running router, as it would report itself to its controller. */
export type RunningRouter = {
  /** The name of the router in the controller. */
  name: string
  /** The path of the router's config file on its machine. */
  file: string
  /** The content of the config file, with variables expanded. */
  config: Readonly<Record<string, unknown>>
  /** The version, such as `v2.0.3`. */
  version: string
}
