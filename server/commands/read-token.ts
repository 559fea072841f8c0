import { readEnrollment } from '../../src/generate/enrollment.js'
import { defineCommand } from '../command.js'
import { createRefusal } from '../feature.js'

/**
 * Decodes an enrollment token, without checking its signature. The result cannot be used to enroll.
 *
 * Parameters: the token. Result: `{ id, issuer, kind: 'edge' | 'fabric', controllers, expires, isExpired, notes }`;
 * `expires` is a time in ISO 8601.
 */
export const readToken = defineCommand({
  name: 'routerfile.readToken',
  takes: ['jwt'],
  run: ({ parameters }) => {
    const { enrollment, problems } = readEnrollment(
      parameters.text(0, 'the text of an enrollment token'),
      Date.now(),
    )
    const isExpired = problems.some(({ rule }) => rule === 'token-expired')
    const refusals = problems.filter(
      ({ severity, rule }) => severity === 'error' && rule !== 'token-expired',
    )
    if (!enrollment || refusals.length > 0)
      throw createRefusal(refusals.map(({ message }) => message).join('; '))
    const { subject, issuer, method, controllers, expires } = enrollment
    return {
      id: subject,
      issuer,
      kind: method === 'trott' ? 'fabric' : 'edge',
      controllers,
      expires: new Date(expires).toISOString(),
      isExpired,
      notes: problems.map(({ message }) => message),
    }
  },
})
