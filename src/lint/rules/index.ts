import type { Rule } from '../rule.js'
import { advertiseNotCovered } from './advertise-not-covered.js'
import { advertiseNotInCsr } from './advertise-not-in-csr.js'
import { advertiseWildcard } from './advertise-wildcard.js'
import { badFormat } from './bad-format.js'
import { certificateExpired } from './certificate-expired.js'
import { checkOutlastsInterval } from './check-outlasts-interval.js'
import { closeTimeoutShortened } from './close-timeout-shortened.js'
import { csrMissing } from './csr-missing.js'
import { deprecatedKey } from './deprecated-key.js'
import { doubtfulValue } from './doubtful-value.js'
import { duplicateKey } from './duplicate-key.js'
import { edgeListenerWithoutEdge } from './edge-listener-without-edge.js'
import { edgeSwitchedOff } from './edge-switched-off.js'
import { edgeWithoutCsr } from './edge-without-csr.js'
import { edgeWithoutListener } from './edge-without-listener.js'
import { emptyValue } from './empty-value.js'
import { endpointWildcard } from './endpoint-wildcard.js'
import { falseAlarm } from './false-alarm.js'
import { fileMissing } from './file-missing.js'
import { heartbeatOrder } from './heartbeat-order.js'
import { ipAmongNames } from './ip-among-names.js'
import { keyNotText } from './key-not-text.js'
import { keyOfAnother } from './key-of-another.js'
import { lanInterfaceEmpty } from './lan-interface-empty.js'
import { linkAdvertisesBind } from './link-advertises-bind.js'
import { malformedSuppression } from './malformed-suppression.js'
import { managedConfigShadowed } from './managed-config-shadowed.js'
import { misplacedKey } from './misplaced-key.js'
import { missingKey } from './missing-key.js'
import { neverRead } from './never-read.js'
import { newerKey } from './newer-key.js'
import { noEffect } from './no-effect.js'
import { noEndpoint } from './no-endpoint.js'
import { noServerCertificate } from './no-server-certificate.js'
import { notACertificate } from './not-a-certificate.js'
import { notANumber } from './not-a-number.js'
import { obsoleteKey } from './obsolete-key.js'
import { octalNumber } from './octal-number.js'
import { placeholder } from './placeholder.js'
import { portMismatch } from './port-mismatch.js'
import { profileEnabled } from './profile-enabled.js'
import { proxyWithoutAddress } from './proxy-without-address.js'
import { randomDrops } from './random-drops.js'
import { rateLimiterOrder } from './rate-limiter-order.js'
import { readDifferently } from './read-differently.js'
import { resolverUnusable } from './resolver-unusable.js'
import { retryIntervalOrder } from './retry-interval-order.js'
import { sameAddress } from './same-address.js'
import { sanMalformed } from './san-malformed.js'
import { scannerOff } from './scanner-off.js'
import { sendWindowOrder } from './send-window-order.js'
import { serverCertIsCa } from './server-cert-is-ca.js'
import { serviceRangeMalformed } from './service-range-malformed.js'
import { sessionIntervalOrder } from './session-interval-order.js'
import { severalDocuments } from './several-documents.js'
import { startupTimeoutShort } from './startup-timeout-short.js'
import { storedElsewhere } from './stored-elsewhere.js'
import { substitutedNumber } from './substituted-number.js'
import { suppressionWithoutReason } from './suppression-without-reason.js'
import { tildePath } from './tilde-path.js'
import { tlsVersionOrder } from './tls-version-order.js'
import { traceEnabled } from './trace-enabled.js'
import { transportNotMap } from './transport-not-map.js'
import { tunnelOptionUnused } from './tunnel-option-unused.js'
import { tunnelOverridden } from './tunnel-overridden.js'
import { tunnelServiceMalformed } from './tunnel-service-malformed.js'
import { tunnelServicePort } from './tunnel-service-port.js'
import { tunnelWithoutEdge } from './tunnel-without-edge.js'
import { unknownKey } from './unknown-key.js'
import { unknownSuppression } from './unknown-suppression.js'
import { unreachablePort } from './unreachable-port.js'
import { unreadKey } from './unread-key.js'
import { unsetVariable } from './unset-variable.js'
import { unusedSuppression } from './unused-suppression.js'
import { valueNotAllowed } from './value-not-allowed.js'
import { valueOutOfRange } from './value-out-of-range.js'
import { variableDefault } from './variable-default.js'
import { webIdentitySource } from './web-identity-source.js'
import { webPortTaken } from './web-port-taken.js'
import { wrappedNumber } from './wrapped-number.js'
import { wrongType } from './wrong-type.js'
import { wssWithoutKey } from './wss-without-key.js'
import { yamlSyntax } from './yaml-syntax.js'

/** Every rule, in the order in which they are shown. */
export const rules: readonly Rule[] = [
  advertiseNotCovered,
  advertiseNotInCsr,
  advertiseWildcard,
  badFormat,
  certificateExpired,
  checkOutlastsInterval,
  closeTimeoutShortened,
  csrMissing,
  deprecatedKey,
  doubtfulValue,
  duplicateKey,
  edgeListenerWithoutEdge,
  edgeSwitchedOff,
  edgeWithoutCsr,
  edgeWithoutListener,
  emptyValue,
  endpointWildcard,
  falseAlarm,
  fileMissing,
  heartbeatOrder,
  ipAmongNames,
  keyNotText,
  keyOfAnother,
  lanInterfaceEmpty,
  linkAdvertisesBind,
  malformedSuppression,
  managedConfigShadowed,
  misplacedKey,
  missingKey,
  neverRead,
  newerKey,
  noEffect,
  noEndpoint,
  noServerCertificate,
  notACertificate,
  notANumber,
  obsoleteKey,
  octalNumber,
  placeholder,
  portMismatch,
  profileEnabled,
  proxyWithoutAddress,
  randomDrops,
  rateLimiterOrder,
  readDifferently,
  resolverUnusable,
  retryIntervalOrder,
  sameAddress,
  sanMalformed,
  scannerOff,
  sendWindowOrder,
  serverCertIsCa,
  serviceRangeMalformed,
  sessionIntervalOrder,
  severalDocuments,
  startupTimeoutShort,
  storedElsewhere,
  substitutedNumber,
  suppressionWithoutReason,
  tildePath,
  tlsVersionOrder,
  traceEnabled,
  transportNotMap,
  tunnelOptionUnused,
  tunnelOverridden,
  tunnelServiceMalformed,
  tunnelServicePort,
  tunnelWithoutEdge,
  unknownKey,
  unknownSuppression,
  unreachablePort,
  unreadKey,
  unsetVariable,
  unusedSuppression,
  valueNotAllowed,
  valueOutOfRange,
  variableDefault,
  webIdentitySource,
  webPortTaken,
  wrappedNumber,
  wrongType,
  wssWithoutKey,
  yamlSyntax,
]
