import { general } from '../schema/places.js'

type Meanings = Readonly<Record<string, string>>

const proxy: Meanings = {
  none: 'connections are made directly',
  http: 'connections go through an HTTP proxy',
}

/** What the words mean that a key takes, by the general path of the key. */
const meanings: Readonly<Record<string, Meanings>> = {
  'listeners[].binding': {
    edge: 'lets SDKs and tunnelers connect',
    tunnel: 'the built-in tunneler',
    transport: 'takes plain connections for a service',
    transport_udp: 'takes plain packets for a service',
    proxy: 'takes plain connections for one service',
    proxy_udp: 'takes plain packets for one service',
  },
  'dialers[].binding': {
    edge: 'connects services that SDKs offer',
    tunnel: 'connects services that the router itself offers',
    transport: 'connects to plain addresses',
    transport_udp: 'sends packets to plain addresses',
    edge_transport: 'connects edge services to plain addresses',
  },
  'listeners[].options.mode': {
    tproxy: 'intercepts traffic for services, and offers services',
    host: 'offers services, and intercepts nothing',
    proxy: 'listens on a port for each of `services`',
  },
  'listeners[].options.dnsUpstreamMode': { parallel: 'asks all of `dnsUpstream` at once' },
  'listeners[].options.dnsUnanswerable': {
    refused: 'refuses the question',
    servfail: 'answers that the server failed',
    timeout: 'does not answer',
  },
  'proxy.type': proxy,
  'transport.proxy.type': proxy,
  'web[].apis[].binding': { 'health-checks': 'the results of the checks of `healthChecks`' },
  'link.listeners[].binding': { transport: 'links over the protocol of the address' },
  'link.dialers[].binding': { transport: 'links over the protocol of the address' },
}

/** What a word means as the value of a key; undefined where the key takes no such word, or it speaks for itself. */
export const meaningOf = (path: string, word: string): string | undefined =>
  meanings[general(path)]?.[word]
