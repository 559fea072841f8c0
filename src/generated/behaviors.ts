// Made by `npm run derive`; do not edit.
/** A behavior that only some releases have, as `schemas/releases.json` names it. */
export type Behavior =
  | 'needs-newer-controllers'
  | 'stops-without-resolver'
  | 'advertised-port-is-opened'
  | 'reads-health-checks-quietly'
  | 'links-take-transport'
  | 'one-connection-per-link'
  | 'csr-under-edge'
  | 'resolver-in-every-mode'
  | 'follows-data-model-as-announced'
  | 'accepts-uncovered-web-address'
  | 'refuses-uncovered-web-address'
  | 'no-server-on-uncovered-web-address'
  | 'loads-web-section'
  | 'extends-no-certificate'
  | 'proxies-listed-services-only'
  | 'wss-serves-browsers'
  | 'sets-temporary-folders'
  | 'accepts-uncovered-advertise'
  | 'csr-for-edge-only'
  | 'csr-for-every-router'
  | 'edge-on-without-value'
  | 'enrollment-crashes-on-trace'
  | 'enrollment-writes-endpoints'
  | 'endpoints-file-in-data-directory'
  | 'endpoints-file-without-extension'
  | 'endpoints-file-must-be-usable'
  | 'endpoints-file-names-controllers'
  | 'tunnel-needs-edge'
  | 'tunnel-without-edge'
  | 'runs-without-edge'
  | 'survives-taken-tunnel-port'
  | 'web-on-underlay-only'
  | 'survives-taken-web-port'
  | 'fixed-link-close-timeout'
  | 'accepts-empty-interface-name'
  | 'fixed-control-close-timeout'
  | 'no-managed-config'

/** The ranges of releases that have each behavior. */
export const behaviors: Readonly<Record<Behavior, { in: readonly string[] }>> = {
  /** The router works with controllers of 1.7.0 or later only. */
  'needs-newer-controllers': { in: ['>=1.7.0'] },
  /** The router stops if the DNS server of a tunneler cannot start; later releases continue without DNS. */
  'stops-without-resolver': { in: ['<0.31.1'] },
  /** An edge listener must advertise the port it listens on; later releases allow another one for port mappings. */
  'advertised-port-is-opened': { in: ['<0.32.0'] },
  /** The router does not log a warning about a valid `healthChecks` section. */
  'reads-health-checks-quietly': { in: ['>=1.1.14'] },
  /** Dialed links use `proxy` and the settings of `transport`. */
  'links-take-transport': { in: ['<1.1.12', '>=1.1.15'] },
  /** `split` alone decides how many connections a link has. */
  'one-connection-per-link': { in: ['<1.6.6'] },
  /** The running router reads the certificate request under `edge`. */
  'csr-under-edge': { in: ['<1.2.0'] },
  /** A tunneler reads `resolver` and `dnsSvcIpRange` in every mode, not only in `tproxy`. */
  'resolver-in-every-mode': { in: ['<1.2.0'] },
  /** A router with several controllers needs no `ha.enabled` to follow the router data model. */
  'follows-data-model-as-announced': { in: ['<1.1.0', '>=1.3.0'] },
  /** A web server may have an address that no certificate covers. */
  'accepts-uncovered-web-address': { in: ['<1.4.0'] },
  /** The router refuses to start with the address of a web server that no certificate covers. */
  'refuses-uncovered-web-address': { in: ['>=1.4.0 <1.4.1', '>=1.8.0-pre1 <1.8.0-pre4'] },
  /** A web server with an address that no certificate covers does not start; the router runs. */
  'no-server-on-uncovered-web-address': { in: ['>=1.4.1 <1.4.2'] },
  /** A file may have web servers. */
  'loads-web-section': { in: ['<1.8.0-pre1', '>=1.8.0-pre4'] },
  /** `ziti router run --extend` renews no certificate. */
  'extends-no-certificate': { in: ['>=1.4.0 <1.5.0'] },
  /** A tunneler in mode `proxy` listens for the services of its list only; later releases also take configurations of type `proxy.v1`. */
  'proxies-listed-services-only': { in: ['<1.7.0'] },
  /** A wss listener accepts connections without a client certificate, as browsers make them. */
  'wss-serves-browsers': { in: ['<2.0.0-pre12', '>=2.0.4 <2.1.0-pre1', '>=2.1.0-pre3'] },
  /** Before it expands variables, the router sets those that name the directory for temporary files. */
  'sets-temporary-folders': { in: ['>=1.3.0'] },
  /** The router starts with advertised hosts that its certificate does not cover. */
  'accepts-uncovered-advertise': { in: ['<1.4.0'] },
  /** Only edge routers need a `csr` section. */
  'csr-for-edge-only': { in: ['<1.4.0'] },
  /** Every router needs a `csr` section. */
  'csr-for-every-router': { in: ['>=1.4.0'] },
  /** An `edge` key without a value does not turn edge off. */
  'edge-on-without-value': { in: ['<1.4.0'] },
  /** `ziti router enroll` crashes if the file has a path for traces. */
  'enrollment-crashes-on-trace': { in: ['>=1.4.0'] },
  /** `ziti router enroll` writes the endpoints file. */
  'enrollment-writes-endpoints': { in: ['>=1.4.0'] },
  /** The endpoints file is `endpoints` in `ctrl.dataDir`, and its key is `Endpoints`. */
  'endpoints-file-in-data-directory': { in: ['<1.4.0'] },
  /** By default the endpoints file has the name `endpoints`. */
  'endpoints-file-without-extension': { in: ['<1.5.0'] },
  /** The router does not start with an endpoints file that it cannot use. */
  'endpoints-file-must-be-usable': { in: ['<1.3.2'] },
  /** The endpoints file also has the ids of the controllers, and the router dials those with an id. */
  'endpoints-file-names-controllers': { in: ['>=2.0.0-pre4'] },
  /** A tunneler fails without the `edge` section. */
  'tunnel-needs-edge': { in: ['<1.5.4'] },
  /** A tunneler needs no `edge` section. */
  'tunnel-without-edge': { in: ['>=1.5.4'] },
  /** A router without the `edge` section runs. */
  'runs-without-edge': { in: ['<1.5.0', '>=1.5.4'] },
  /** A tunneler that cannot open the port of a service continues without it. */
  'survives-taken-tunnel-port': { in: ['>=1.7.0'] },
  /** Bind points of web servers are addresses only, not services of the overlay network. */
  'web-on-underlay-only': { in: ['<1.8.0-pre4'] },
  /** A web server whose port is in use does not start, and the router continues. */
  'survives-taken-web-port': { in: ['<1.8.0-pre4'] },
  /** The file cannot set when a silent link is closed. */
  'fixed-link-close-timeout': { in: ['<2.1.0-pre1'] },
  /** A tunneler ignores an empty interface name. */
  'accepts-empty-interface-name': { in: ['<2.1.0-pre1'] },
  /** The router does not close a control channel when heartbeats are not answered. */
  'fixed-control-close-timeout': { in: ['<2.1.0-pre2'] },
  /** The controller does not supply link settings. */
  'no-managed-config': { in: ['<2.1.0-pre2'] },
}
