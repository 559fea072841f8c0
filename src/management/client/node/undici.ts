export { Agent, EnvHttpProxyAgent, fetch, ProxyAgent } from 'undici'
