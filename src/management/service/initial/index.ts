import type { Writing } from '../environment.js'
import { configTypes } from './config-types.js'
import { postureCheckTypes } from './posture-check-types.js'

/** What a new controller has besides its administrator. */
export function initial(records: Writing, now: number): void {
  const common = { createdAt: now, updatedAt: now, tags: {} }
  for (const name of ['Default', 'Router'])
    records.put('identityTypes', { id: name, name, ...common })
  for (const type of configTypes) records.put('configTypes', { ...type, ...common })
  for (const type of postureCheckTypes)
    records.put('postureCheckTypes', { ...type, version: '', ...common })
  records.put('authPolicies', {
    id: 'default',
    name: 'Default',
    ...common,
    primary: {
      cert: { allowed: true, allowExpiredCerts: true },
      extJwt: { allowed: true, allowedSigners: [] },
      updb: {
        allowed: true,
        lockoutDurationMinutes: 0,
        maxAttempts: 0,
        minPasswordLength: 5,
        requireMixedCase: false,
        requireNumberChar: false,
        requireSpecialChar: false,
      },
    },
    secondary: { requireTotp: false },
  })
}
