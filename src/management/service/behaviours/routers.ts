import { transact } from '../crud.js'
import type { Handlers } from '../handler.js'
import { invite } from '../kinds/routers.js'
import { notFound } from '../refusal.js'

/** What routers do besides being kept. */
export const routers: Handlers = {
  reEnrollEdgeRouter: (call, environment) =>
    transact(call, environment, (scope) => {
      const id = call.parameters['id'] ?? ''
      const router = scope.records.get('routers', id)
      if (!router?.isEdge) throw notFound('router', id)
      const unverified = {
        ...router,
        isVerified: false,
        fingerprint: null,
        certPem: null,
        unverifiedFingerprint: null,
        unverifiedCertPem: null,
        updatedAt: scope.now,
      }
      invite(scope.records.put('routers', unverified), scope)
      return { data: {}, meta: {} }
    }),
}
