import { faultOfProof } from '../certificates/ca-proof.js'
import { transact } from '../crud.js'
import type { Reading } from '../environment.js'
import type { Answer, Call, Handlers } from '../handler.js'
import type { Kinds } from '../records.js'
import { Refusal } from '../refusal.js'
import { signCaEnrollment } from '../tokens/enrollment-token.js'
import { rootsOf } from '../trusted.js'

const jwt = 'application/jwt'

const caOf = ({ parameters }: Call, records: Reading): Kinds['cas'] | undefined =>
  records.get('cas', parameters['id'] ?? '')

/** Nothing that is no JWT can be told to those who take nothing else. */
const missing = ({ headers }: Call): Answer => {
  if (headers.get('accept') === jwt) return { status: 404, body: { type: jwt, content: '' } }
  throw new Refusal({ code: 'NOT_FOUND' })
}

/** What proves a CA, and what its holders enroll with. */
export const cas: Handlers = {
  verifyCa: (call, environment) =>
    transact(call, environment, ({ records, now }) => {
      const ca = caOf(call, records)
      const [certificate] = ca ? rootsOf(ca) : []
      if (!ca || !certificate) throw new Refusal({ code: 'NOT_FOUND' })
      if (ca.isVerified) throw new Refusal({ code: 'CA_ALREADY_VERIFIED' })
      const fault = faultOfProof(call.input, {
        ca: certificate,
        token: ca.verificationToken,
        at: new Date(now),
      })
      if (fault) throw new Refusal(fault)
      records.put('cas', { ...ca, isVerified: true, updatedAt: now })
      return { data: {}, meta: {} }
    }),
  getCaJwt: (call, environment) =>
    environment.read((records) => {
      const ca = caOf(call, records)
      if (!ca) return missing(call)
      return {
        body: {
          type: jwt,
          content: signCaEnrollment(ca.id, {
            signingKey: environment.signingKey,
            address: environment.address(),
            controllers: null,
          }),
        },
      }
    }),
}
