/** A router file of about so many lines: a sound one with many edge listeners, a few of which have a mistake. */
export function largeFile(lines: number): string {
  const head = [
    'v: 3',
    'identity:',
    '  cert: pki/router.cert',
    '  key: pki/router.key',
    '  ca: pki/ca.cert',
    'ctrl:',
    '  endpoint: tls:ctrl.example.com:6262',
    'link:',
    '  dialers:',
    '    - binding: transport',
    'csr:',
    '  sans:',
    '    dns: [router.example.com]',
    'edge:',
    '  heartbeatIntervalSeconds: 60',
    'listeners:',
  ]
  const all = [...head]
  for (let index = 0; all.length < lines; index += 1) {
    const port = 1024 + (index % 64_000)
    all.push(
      `  - binding: edge # number ${index}`,
      `    address: tls:0.0.0.0:${port}`,
      '    options:',
      `      advertise: router.example.com:${port}`,
      '      connectTimeout: 5s',
      `      maxQueuedConnects: ${1 + (index % 5000)}`,
      `      ${index % 50 === 49 ? 'getCircuitTimout' : 'getCircuitTimeout'}: 30s`,
      '      # what is written below is the default',
      '      lookupApiSessionTimeout: 5s',
      '      lookupSessionTimeout: 5s',
    )
  }
  return `${all.join('\n')}\n`
}
