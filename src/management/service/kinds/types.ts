import type { Kind } from './kind.js'

/** What kind of subject an identity is. */
export const identityTypes: Kind<'identityTypes'> = {
  kind: 'identityTypes',
  one: 'identityType',
  collection: 'identity-types',
  ids: 'long',
  fields: ({ name = '' }) => ({ name }),
  show: ({ name }) => ({ name }),
}

/** A kind of posture check, and the operating systems it works on. */
export const postureCheckTypes: Kind<'postureCheckTypes'> = {
  kind: 'postureCheckTypes',
  one: 'postureCheckType',
  collection: 'posture-check-types',
  ids: 'long',
  fields: ({ name = '', version = '', operatingSystems = [] }) => ({
    name,
    version,
    operatingSystems,
  }),
  show: ({ name, version, operatingSystems }) => ({
    name,
    version: version || null,
    operatingSystems,
  }),
}
