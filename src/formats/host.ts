/** A host without the brackets that an IPv6 address has in addresses and URLs. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

/** A host as addresses and URLs contain it: an IPv6 address in brackets. */
export const withBrackets = (host: string): string => (host.includes(':') ? `[${host}]` : host)
