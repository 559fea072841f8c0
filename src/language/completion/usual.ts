import type { Place } from '../../schema/places.js'
import { general } from '../../schema/places.js'

/** Keys that most router files have, beside those that they must have. */
const keys = new Set([
  'csr', 'edge', 'link', 'listeners', 'dialers',
  'identity.server_cert', 'identity.ca', 'ctrl.endpoint', 'ctrl.endpoints',
  'link.dialers', 'link.listeners', 'link.listeners[].advertise',
  'listeners[].address', 'listeners[].options', 'listeners[].options.advertise', 'listeners[].options.mode', 'listeners[].options.resolver', 'listeners[].options.services',
  'csr.sans.dns', 'csr.sans.ip',
])

/** Whether most files have a key. */
export const isUsual = ({ path }: Place): boolean => keys.has(general(path))
