import type { Rule } from '../rule.js'
import { csrMissing } from './csr-missing.js'
import { duplicateKey } from './duplicate-key.js'
import { edgeListenerWithoutEdge } from './edge-listener-without-edge.js'
import { edgeSwitchedOff } from './edge-switched-off.js'
import { edgeWithoutCsr } from './edge-without-csr.js'
import { edgeWithoutListener } from './edge-without-listener.js'
import { falseAlarm } from './false-alarm.js'
import { noServerCertificate } from './no-server-certificate.js'
import { portMismatch } from './port-mismatch.js'
import { proxyWithoutAddress } from './proxy-without-address.js'
import { rateLimiterOrder } from './rate-limiter-order.js'
import { retryIntervalOrder } from './retry-interval-order.js'
import { sameAddress } from './same-address.js'
import { scannerOff } from './scanner-off.js'
import { severalDocuments } from './several-documents.js'
import { startupTimeoutShort } from './startup-timeout-short.js'
import { tlsVersionOrder } from './tls-version-order.js'
import { transportNotMap } from './transport-not-map.js'
import { tunnelWithoutEdge } from './tunnel-without-edge.js'
import { webIdentitySource } from './web-identity-source.js'
import { webPortTaken } from './web-port-taken.js'
import { wssWithoutKey } from './wss-without-key.js'
import { yamlSyntax } from './yaml-syntax.js'

/** Every rule, in the order in which they are shown. */
export const rules: readonly Rule[] = [
  csrMissing,
  duplicateKey,
  edgeListenerWithoutEdge,
  edgeSwitchedOff,
  edgeWithoutCsr,
  edgeWithoutListener,
  falseAlarm,
  noServerCertificate,
  portMismatch,
  proxyWithoutAddress,
  rateLimiterOrder,
  retryIntervalOrder,
  sameAddress,
  scannerOff,
  severalDocuments,
  startupTimeoutShort,
  tlsVersionOrder,
  transportNotMap,
  tunnelWithoutEdge,
  webIdentitySource,
  webPortTaken,
  wssWithoutKey,
  yamlSyntax,
]
