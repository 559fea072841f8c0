// Made by `npm run derive`; do not edit.
import type { Rule } from '../lint/rule.js'
import { advertiseIpv6 } from '../lint/rules/advertise-ipv6.js'
import { advertiseLoopback } from '../lint/rules/advertise-loopback.js'
import { advertiseNotCovered } from '../lint/rules/advertise-not-covered.js'
import { advertiseNotInCsr } from '../lint/rules/advertise-not-in-csr.js'
import { advertiseShortName } from '../lint/rules/advertise-short-name.js'
import { advertiseWildcard } from '../lint/rules/advertise-wildcard.js'
import { ambiguousKey } from '../lint/rules/ambiguous-key.js'
import { badFormat } from '../lint/rules/bad-format.js'
import { certificateExpired } from '../lint/rules/certificate-expired.js'
import { checkOutlastsInterval } from '../lint/rules/check-outlasts-interval.js'
import { closeTimeoutShortened } from '../lint/rules/close-timeout-shortened.js'
import { crashesWithoutEdge } from '../lint/rules/crashes-without-edge.js'
import { csrMissing } from '../lint/rules/csr-missing.js'
import { deprecatedKey } from '../lint/rules/deprecated-key.js'
import { doubtfulValue } from '../lint/rules/doubtful-value.js'
import { duplicateKey } from '../lint/rules/duplicate-key.js'
import { edgeDialerWithoutEdge } from '../lint/rules/edge-dialer-without-edge.js'
import { edgeListenerWithoutEdge } from '../lint/rules/edge-listener-without-edge.js'
import { edgeOverTcp } from '../lint/rules/edge-over-tcp.js'
import { edgeSwitchedOff } from '../lint/rules/edge-switched-off.js'
import { edgeWithoutCsr } from '../lint/rules/edge-without-csr.js'
import { edgeWithoutListener } from '../lint/rules/edge-without-listener.js'
import { emptyValue } from '../lint/rules/empty-value.js'
import { endpointRepeated } from '../lint/rules/endpoint-repeated.js'
import { endpointWildcard } from '../lint/rules/endpoint-wildcard.js'
import { endpointsFile } from '../lint/rules/endpoints-file.js'
import { falseAlarm } from '../lint/rules/false-alarm.js'
import { fileMissing } from '../lint/rules/file-missing.js'
import { haNotEnabled } from '../lint/rules/ha-not-enabled.js'
import { healthChecksUnpublished } from '../lint/rules/health-checks-unpublished.js'
import { heartbeatOrder } from '../lint/rules/heartbeat-order.js'
import { incompleteChain } from '../lint/rules/incomplete-chain.js'
import { ipAmongNames } from '../lint/rules/ip-among-names.js'
import { keyNotText } from '../lint/rules/key-not-text.js'
import { keyOfAnother } from '../lint/rules/key-of-another.js'
import { lanInterfaceEmpty } from '../lint/rules/lan-interface-empty.js'
import { linkAdvertisesBind } from '../lint/rules/link-advertises-bind.js'
import { linksWithoutProxy } from '../lint/rules/links-without-proxy.js'
import { malformedSuppression } from '../lint/rules/malformed-suppression.js'
import { managedConfigShadowed } from '../lint/rules/managed-config-shadowed.js'
import { managedConfigUnmatched } from '../lint/rules/managed-config-unmatched.js'
import { misplacedKey } from '../lint/rules/misplaced-key.js'
import { missingKey } from '../lint/rules/missing-key.js'
import { neverRead } from '../lint/rules/never-read.js'
import { newerKey } from '../lint/rules/newer-key.js'
import { noAuthorities } from '../lint/rules/no-authorities.js'
import { noEffect } from '../lint/rules/no-effect.js'
import { noEndpoint } from '../lint/rules/no-endpoint.js'
import { noLinks } from '../lint/rules/no-links.js'
import { noServerCertificate } from '../lint/rules/no-server-certificate.js'
import { notACertificate } from '../lint/rules/not-a-certificate.js'
import { notANumber } from '../lint/rules/not-a-number.js'
import { obsoleteKey } from '../lint/rules/obsolete-key.js'
import { octalNumber } from '../lint/rules/octal-number.js'
import { placeholder } from '../lint/rules/placeholder.js'
import { portMismatch } from '../lint/rules/port-mismatch.js'
import { profileEnabled } from '../lint/rules/profile-enabled.js'
import { proxyWithoutAddress } from '../lint/rules/proxy-without-address.js'
import { proxyWithoutServices } from '../lint/rules/proxy-without-services.js'
import { randomDrops } from '../lint/rules/random-drops.js'
import { rateLimiterOrder } from '../lint/rules/rate-limiter-order.js'
import { readDifferently } from '../lint/rules/read-differently.js'
import { resolverUnusable } from '../lint/rules/resolver-unusable.js'
import { retryIntervalOrder } from '../lint/rules/retry-interval-order.js'
import { rootDirectoryPath } from '../lint/rules/root-directory-path.js'
import { sameAddress } from '../lint/rules/same-address.js'
import { sanMalformed } from '../lint/rules/san-malformed.js'
import { scannerOff } from '../lint/rules/scanner-off.js'
import { sendWindowOrder } from '../lint/rules/send-window-order.js'
import { serverCertIsCa } from '../lint/rules/server-cert-is-ca.js'
import { serviceRangeMalformed } from '../lint/rules/service-range-malformed.js'
import { sessionIntervalOrder } from '../lint/rules/session-interval-order.js'
import { severalDocuments } from '../lint/rules/several-documents.js'
import { splitOutdated } from '../lint/rules/split-outdated.js'
import { startupTimeoutShort } from '../lint/rules/startup-timeout-short.js'
import { storedElsewhere } from '../lint/rules/stored-elsewhere.js'
import { substitutedNumber } from '../lint/rules/substituted-number.js'
import { suppressionWithoutReason } from '../lint/rules/suppression-without-reason.js'
import { tildePath } from '../lint/rules/tilde-path.js'
import { tlsVersionOrder } from '../lint/rules/tls-version-order.js'
import { traceEnabled } from '../lint/rules/trace-enabled.js'
import { transportNotMap } from '../lint/rules/transport-not-map.js'
import { tunnelOptionUnused } from '../lint/rules/tunnel-option-unused.js'
import { tunnelOverridden } from '../lint/rules/tunnel-overridden.js'
import { tunnelServiceMalformed } from '../lint/rules/tunnel-service-malformed.js'
import { tunnelServicePort } from '../lint/rules/tunnel-service-port.js'
import { tunnelWithoutEdge } from '../lint/rules/tunnel-without-edge.js'
import { unbracedVariable } from '../lint/rules/unbraced-variable.js'
import { unknownKey } from '../lint/rules/unknown-key.js'
import { unknownSuppression } from '../lint/rules/unknown-suppression.js'
import { unreachablePort } from '../lint/rules/unreachable-port.js'
import { unreadKey } from '../lint/rules/unread-key.js'
import { unsetVariable } from '../lint/rules/unset-variable.js'
import { unusedDnsServer } from '../lint/rules/unused-dns-server.js'
import { unusedSuppression } from '../lint/rules/unused-suppression.js'
import { valueNotAllowed } from '../lint/rules/value-not-allowed.js'
import { valueOutOfRange } from '../lint/rules/value-out-of-range.js'
import { variableDefault } from '../lint/rules/variable-default.js'
import { webAddressNotCovered } from '../lint/rules/web-address-not-covered.js'
import { webIdentitySource } from '../lint/rules/web-identity-source.js'
import { webNotLoaded } from '../lint/rules/web-not-loaded.js'
import { webPortTaken } from '../lint/rules/web-port-taken.js'
import { wrappedNumber } from '../lint/rules/wrapped-number.js'
import { wrongType } from '../lint/rules/wrong-type.js'
import { wssCertificate } from '../lint/rules/wss-certificate.js'
import { wssRefusesBrowsers } from '../lint/rules/wss-refuses-browsers.js'
import { wssWithoutKey } from '../lint/rules/wss-without-key.js'
import { yamlSyntax } from '../lint/rules/yaml-syntax.js'

/** Every rule about a single file, in the order of their ids. */
export const rules: readonly Rule[] = [
  advertiseIpv6,
  advertiseLoopback,
  advertiseNotCovered,
  advertiseNotInCsr,
  advertiseShortName,
  advertiseWildcard,
  ambiguousKey,
  badFormat,
  certificateExpired,
  checkOutlastsInterval,
  closeTimeoutShortened,
  crashesWithoutEdge,
  csrMissing,
  deprecatedKey,
  doubtfulValue,
  duplicateKey,
  edgeDialerWithoutEdge,
  edgeListenerWithoutEdge,
  edgeOverTcp,
  edgeSwitchedOff,
  edgeWithoutCsr,
  edgeWithoutListener,
  emptyValue,
  endpointRepeated,
  endpointWildcard,
  endpointsFile,
  falseAlarm,
  fileMissing,
  haNotEnabled,
  healthChecksUnpublished,
  heartbeatOrder,
  incompleteChain,
  ipAmongNames,
  keyNotText,
  keyOfAnother,
  lanInterfaceEmpty,
  linkAdvertisesBind,
  linksWithoutProxy,
  malformedSuppression,
  managedConfigShadowed,
  managedConfigUnmatched,
  misplacedKey,
  missingKey,
  neverRead,
  newerKey,
  noAuthorities,
  noEffect,
  noEndpoint,
  noLinks,
  noServerCertificate,
  notACertificate,
  notANumber,
  obsoleteKey,
  octalNumber,
  placeholder,
  portMismatch,
  profileEnabled,
  proxyWithoutAddress,
  proxyWithoutServices,
  randomDrops,
  rateLimiterOrder,
  readDifferently,
  resolverUnusable,
  retryIntervalOrder,
  rootDirectoryPath,
  sameAddress,
  sanMalformed,
  scannerOff,
  sendWindowOrder,
  serverCertIsCa,
  serviceRangeMalformed,
  sessionIntervalOrder,
  severalDocuments,
  splitOutdated,
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
  unbracedVariable,
  unknownKey,
  unknownSuppression,
  unreachablePort,
  unreadKey,
  unsetVariable,
  unusedDnsServer,
  unusedSuppression,
  valueNotAllowed,
  valueOutOfRange,
  variableDefault,
  webAddressNotCovered,
  webIdentitySource,
  webNotLoaded,
  webPortTaken,
  wrappedNumber,
  wrongType,
  wssCertificate,
  wssRefusesBrowsers,
  wssWithoutKey,
  yamlSyntax,
]
