import type { Place } from '../../schema/places.js'

/** Keys that most router files have, beside those that they must have. */
const keys = new Set([
  'csr',
  'edge',
  'link',
  'listeners',
  'dialers',
  'identity.server_cert',
  'identity.ca',
  'ctrl.endpoint',
  'ctrl.endpoints',
  'link.dialers',
  'link.listeners',
  'link.listeners[].advertise',
  'listeners[binding=tunnel].options',
  'listeners[binding=edge].options.advertise',
  'listeners[binding=tunnel].options.mode',
  'listeners[binding=tunnel].options.resolver',
  'listeners[binding=tunnel].options.services',
  'csr.sans.dns',
  'csr.sans.ip',
])

/** Whether most files have a key. */
export const isUsual = ({ path }: Place): boolean => keys.has(path)
