import type { Answers } from './answers.js'

export type Preset = NonNullable<Answers['preset']>

export type TunnelMode = NonNullable<Answers['tunnel']>

/** The defaults for one kind of router. */
export type PresetFacts = {
  /** The purpose of a router of this kind, in a few words. */
  summary: string
  /**
   * When a router of this kind has edge listeners, and their protocols. `advertised`: if a host is advertised, if the
   * answers set protocols or a port for edge listeners, or if the release needs an edge listener for a tunneler.
   */
  edge: { when: 'always' | 'advertised' | 'never'; protocols: readonly ('tls' | 'wss')[] }
  /** Whether the router has a link listener, so that other routers can dial it. */
  link: boolean
  /** The mode of the router's tunneler; `none` if it has no tunneler. */
  tunnel: TunnelMode
  /** Whether the tunneler is the purpose of the router, so that the preset is useless without it. */
  needsTunneler: boolean
}

/** The presets by name. */
export const presets: Readonly<Record<Preset, PresetFacts>> = {
  public: {
    summary: 'SDKs, tunnelers and other routers connect to it',
    edge: { when: 'always', protocols: ['tls'] },
    link: true,
    tunnel: 'host',
    needsTunneler: false,
  },
  private: {
    summary: 'SDKs and tunnelers of its network connect to it, but other routers do not',
    edge: { when: 'always', protocols: ['tls'] },
    link: false,
    tunnel: 'host',
    needsTunneler: false,
  },
  browser: {
    summary: 'a public router that browsers can also connect to',
    edge: { when: 'always', protocols: ['tls', 'wss'] },
    link: true,
    tunnel: 'none',
    needsTunneler: false,
  },
  tproxy: {
    summary: 'a gateway: intercepts the traffic of its network',
    edge: { when: 'advertised', protocols: ['tls'] },
    link: false,
    tunnel: 'tproxy',
    needsTunneler: true,
  },
  host: {
    summary: 'hosts services of its network; nobody connects to it',
    edge: { when: 'advertised', protocols: ['tls'] },
    link: false,
    tunnel: 'host',
    needsTunneler: true,
  },
  proxy: {
    summary: 'a sidecar: makes services reachable on ports of its machine',
    edge: { when: 'advertised', protocols: ['tls'] },
    link: false,
    tunnel: 'proxy',
    needsTunneler: true,
  },
  fabric: {
    summary: 'connects other routers, but no clients',
    edge: { when: 'never', protocols: ['tls'] },
    link: true,
    tunnel: 'none',
    needsTunneler: false,
  },
}
