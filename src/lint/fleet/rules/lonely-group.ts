import { findNearest } from '../../../schema/suggest.js'
import { formatValueText } from '../../../schema/messages.js'
import { inLinkDialer, inLinkListener, under } from '../../example.js'
import type { CompareRule, LinkGroup, Router } from '../rule.js'

/** All routers of a group, the first of them (`router`), and the place where this router names the group (`path`). */
type GroupMembers = { routers: Set<Router>; router: Router; path: LinkGroup['path'] }

function collectMembers(
  routers: readonly Router[],
  kind: 'dialed' | 'listened',
): Map<string, GroupMembers> {
  const groups = new Map<string, GroupMembers>()
  for (const router of routers) {
    for (const { name, path } of router[kind] ?? []) {
      const group = groups.get(name) ?? { routers: new Set(), router, path }
      group.routers.add(router)
      groups.set(name, group)
    }
  }
  return groups
}

/** Whether a router dials a group in which a different router listens. */
const canMeet = (dialingMembers: GroupMembers, listeningMembers: GroupMembers): boolean =>
  dialingMembers.routers.size > 1 ||
  listeningMembers.routers.size > 1 ||
  dialingMembers.router !== listeningMembers.router

const formatOtherRouters = ({ routers }: GroupMembers): string =>
  routers.size === 1
    ? ''
    : ` (and in ${routers.size - 1} other file${routers.size === 2 ? '' : 's'})`

export const fleetLonelyGroup: CompareRule = {
  id: 'fleet-lonely-group',
  severity: 'info',
  summary: 'A link group has only dialers or only listeners.',
  why: 'Routers form a link when a dialer and a listener of another router share a group. A group without counterpart is usually misspelled. This is correct if the other routers are not part of this run.',
  examples: {
    bad: [
      [
        inLinkDialer`groups: [default, backbon] #! did you mean \`backbone\``,
        under('link')`
          dialers:
            - binding: transport
              groups: [default, backbone]
          listeners:
            - binding: transport
              bind: tls:192.0.2.1:6000
              groups: [default, backbone]
        `,
        under('link')`
          dialers:
            - binding: transport
              groups: [backbone]
          listeners:
            - binding: transport
              bind: tls:192.0.2.2:6000
              groups: [default]
        `,
      ],
      [
        under('link.dialers')`- binding: transport`,
        under('link.listeners')`
          - binding: transport
            bind: tls:192.0.2.1:6000
          - binding: transport
            bind: tls:192.0.2.1:6001
            groups: west #! no router
        `,
      ],
    ],
    good: [
      [under('link.dialers')`- binding: transport`, inLinkListener`bind: tls:192.0.2.1:6000`],
      [inLinkDialer`groups: [west]`, under('link.dialers')`- binding: transport`],
    ],
  },
  compare: (routers, report) => {
    if (routers.some(({ dialed, listened }) => !dialed || !listened)) return
    const membersByDialedGroup = collectMembers(routers, 'dialed')
    const membersByListenedGroup = collectMembers(routers, 'listened')
    // If none of these routers dials any group, or none listens in any group, their counterparts are probably in other
    // files.
    if (membersByDialedGroup.size === 0 || membersByListenedGroup.size === 0) return
    for (const [name, group] of membersByDialedGroup) {
      const listeningGroup = membersByListenedGroup.get(name)
      if (listeningGroup && canMeet(group, listeningGroup)) continue
      const nearestName = findNearest(name, membersByListenedGroup.keys())
      const hint =
        listeningGroup || nearestName === undefined
          ? ''
          : `; did you mean ${formatValueText(nearestName)}?`
      report({
        ...group,
        message: `Link group ${formatValueText(name)} has a dialer here${formatOtherRouters(group)}, but no other router among these files has a listener for it${hint}`,
      })
    }
    for (const [name, group] of membersByListenedGroup) {
      if (membersByDialedGroup.has(name)) continue
      const nearestName = findNearest(name, membersByDialedGroup.keys())
      report({
        ...group,
        message: `Link group ${formatValueText(name)} has a listener here${formatOtherRouters(group)}, but no router among these files has a dialer for it${nearestName === undefined ? '' : `; did you mean ${formatValueText(nearestName)}?`}`,
      })
    }
  },
}
