import type { Certificate } from './certificates/certificate.js'
import { verifyChain } from './certificates/chain.js'
import { isFor } from './certificates/purpose.js'
import { readCaCertificate } from './certificates/reading.js'
import type { Reading } from './environment.js'
import type { Kinds } from './records.js'

type Ca = Kinds['cas']

/** The certificate of a CA, as a list, to be trusted. */
export function rootsOf({ certPem }: Ca): Certificate[] {
  const read = readCaCertificate(certPem)
  return read.ok ? [read.value] : []
}

/** The certificates of all CAs that proved who they are. */
export const verifiedRoots = (records: Reading): Certificate[] =>
  [...records.list('cas')].filter(({ isVerified }) => isVerified).flatMap(rootsOf)

/** What a client shows, as a chain to a CA: its certificate first and that of the CA last; nothing where it does not lead there, or is for no client. */
export function chainTo(
  ca: Ca,
  [leaf, ...intermediates]: readonly Certificate[],
  at: Date,
): readonly Certificate[] | undefined {
  if (!leaf || !isFor('client', leaf)) return undefined
  const chain = verifyChain(leaf, { roots: rootsOf(ca), intermediates, at })
  return chain.ok ? chain.value : undefined
}

/** The CA that issued a certificate. As on a controller, it is only found for certificates that are good for servers. */
export const issuerOf = (certificate: Certificate, records: Reading, at: Date): Ca | undefined =>
  isFor('server', certificate)
    ? [...records.list('cas')].find((ca) => verifyChain(certificate, { roots: rootsOf(ca), at }).ok)
    : undefined
