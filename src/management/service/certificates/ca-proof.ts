import type { Failure } from '../failure.js'
import { refused } from '../failure.js'
import type { Certificate } from './certificate.js'
import { verifyChain } from './chain.js'
import { readProof } from './reading.js'

/** What is wrong with the proof that somebody holds the key of a CA: a certificate whose common name is the token of the CA, and which the CA signed. */
export function faultOfProof(
  body: string,
  { ca, token, at }: { ca: Certificate; token: string; at: Date },
): Failure | undefined {
  const proof = readProof(body)
  if (!proof.ok) return proof.failure
  if (proof.value.commonName !== token) return refused('INVALID_COMMON_NAME').failure
  const chain = verifyChain(proof.value, { roots: [ca], at })
  return chain.ok ? undefined : chain.failure
}
