// Made by `npm run derive`; do not edit.
/** What some releases do and others do not: in which ranges of releases. */
export const behaviours = {
  /** The router stops where the nameserver of a tunneler cannot start; later ones go on without names. */
  'stops-without-resolver': { in: ['<0.31.1'] },
  /** An edge listener that advertises another port than it listens on is a slip, and not the way to be reached through a port mapping. */
  'advertised-port-is-opened': { in: ['<0.32.0'] },
  /** A sound `healthChecks` section makes the router log no warning. */
  'reads-health-checks-quietly': { in: ['>=1.1.14'] },
  /** The running router reads the certificate request below `edge`. */
  'csr-under-edge': { in: ['<1.2.0'] },
  /** A tunneler reads `resolver` and `dnsSvcIpRange` in every mode, and not in `tproxy` only. */
  'resolver-in-every-mode': { in: ['<1.2.0'] },
  /** Before it expands variables, the router sets those that name the folder for temporary files. */
  'sets-temporary-folders': { in: ['>=1.3.0'] },
  /** The router starts with advertised hosts that its certificate does not cover. */
  'accepts-uncovered-advertise': { in: ['<1.4.0'] },
  /** Only edge routers need a `csr` section. */
  'csr-for-edge-only': { in: ['<1.4.0'] },
  /** Every router needs a `csr` section. */
  'csr-for-every-router': { in: ['>=1.4.0'] },
  /** An `edge` key without value does not switch edge off. */
  'edge-on-without-value': { in: ['<1.4.0'] },
  /** `ziti router enroll` crashes where the file has a path for traces. */
  'enrollment-crashes-on-trace': { in: ['>=1.4.0'] },
  /** `ziti router enroll` writes the endpoints file. */
  'enrollment-writes-endpoints': { in: ['>=1.4.0'] },
  /** A tunneler crashes without the `edge` section. */
  'tunnel-needs-edge': { in: ['<1.5.4'] },
  /** A tunneler needs no `edge` section. */
  'tunnel-without-edge': { in: ['>=1.5.4'] },
  /** A tunneler that cannot open the port of a service goes on without it. */
  'survives-taken-tunnel-port': { in: ['>=1.7.0'] },
  /** Bind points of web servers are addresses, and no services of the network. */
  'web-on-underlay-only': { in: ['<1.8.0-pre4'] },
  /** A web server whose port is taken does not start, and the router goes on. */
  'survives-taken-web-port': { in: ['<1.8.0-pre4'] },
  /** Nothing in the file says when a silent link is closed. */
  'fixed-link-close-timeout': { in: ['<2.1.0-pre1'] },
  /** A tunneler passes over an interface without a name. */
  'accepts-empty-interface-name': { in: ['<2.1.0-pre1'] },
  /** The router does not close a control channel for want of answers to heartbeats. */
  'fixed-control-close-timeout': { in: ['<2.1.0-pre2'] },
  /** The controller supplies no settings of links. */
  'no-managed-config': { in: ['<2.1.0-pre2'] },
} as const satisfies Readonly<Record<string, { in: readonly string[] }>>
