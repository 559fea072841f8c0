import { certificateBundle } from '../certificates/bundle.js'
import type { Handlers } from '../handler.js'

/** What clients trust the service by, before they know anything else of it. */
export const wellKnown: Handlers = {
  listWellKnownCas: (_, { authority }) => ({
    headers: { 'content-transfer-encoding': 'base64' },
    body: { type: 'application/pkcs7-mime', content: certificateBundle([authority.certificate]) },
  }),
}
