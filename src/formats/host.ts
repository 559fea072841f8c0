/** A host without the brackets that an IPv6 address has in addresses and URLs. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

/** Formats a host for an address or URL: adds brackets to an IPv6 address. */
export const withBrackets = (host: string): string => (host.includes(':') ? `[${host}]` : host)
