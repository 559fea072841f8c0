import { findSuccessorPath, formatEntryName } from '../entry-name.js'
import { replaceOrRemove } from '../key-fixes.js'
import { inEdgeDialer, under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const obsoleteKey = defineObservationRule({
  id: 'obsolete-key',
  severity: 'info',
  fixes: 'mixed',
  keyStatus: 'obsolete',
  summary: 'A key is obsolete.',
  why: 'Only older releases read it, or generators still write it. The router ignores it, so it is safe to remove.',
  examples: {
    bad: [
      under('forwarder')`latencyProbeInterval: 10 #! remove it`,
      inEdgeDialer`getSessionTimeout: 60 #! \`getCircuitTimeout\``,
    ],
    good: [inEdgeDialer`getCircuitTimeout: 60s`],
  },
  observes: 'obsolete-key',
  report: ({ entry, successor }, readResult) => {
    const replacement = findSuccessorPath(entry, successor)
    const remedy = replacement === undefined ? 'remove it' : `use \`${replacement}\` instead`
    return {
      message: `${formatEntryName(entry)} is obsolete and ignored; ${remedy}`,
      fix: () => replaceOrRemove(readResult, entry, successor),
    }
  },
})
