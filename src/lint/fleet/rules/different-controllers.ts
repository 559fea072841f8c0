import { formatValueText } from '../../../schema/messages.js'
import { under } from '../../example.js'
import type { CompareRule, Router } from '../rule.js'
import { groupBy } from '../../../document/group.js'

/** Routers that share controllers, directly or through each other. */
function groupByController(routers: readonly Router[]): Router[][] {
  const heads = new Map<string, string>()
  const findHead = (address: string): string => {
    let current = address
    for (
      let next = heads.get(current);
      next !== undefined && next !== current;
      next = heads.get(current)
    )
      current = next
    heads.set(address, current)
    return current
  }
  const findRouterHead = ({ controllers = [] }: Router): string =>
    findHead(controllers[0]?.address ?? '')
  for (const router of routers)
    for (const { address } of router.controllers ?? [])
      heads.set(findHead(address), findRouterHead(router))
  return [...groupBy(routers, findRouterHead).values()]
}

export const fleetDifferentControllers: CompareRule = {
  id: 'fleet-different-controllers',
  severity: 'info',
  summary: 'A router uses different controllers from all other routers.',
  why: 'It joins another network, or none. This is correct if the router belongs to another network, or if all controllers form one cluster.',
  examples: {
    bad: [
      [
        under('ctrl')`endpoint: tls:ctrl.example.com:6262`,
        under('ctrl')`endpoint: tls:ctlr.example.com:6262 #! No other router`,
      ],
    ],
    good: [
      [
        under('ctrl')`endpoint: tls:ctrl.example.com:6262`,
        under('ctrl')`endpoint: tls:ctrl.example.com:6262`,
      ],
      [
        under('ctrl')`endpoint: tls:ctrl1.example.com:6262`,
        under('ctrl')`endpoints: [tls:ctrl1.example.com:6262, tls:ctrl2.example.com:6262]`,
        under('ctrl')`endpoint: tls:ctrl2.example.com:6262`,
      ],
      [
        under('ctrl')`endpoint: tls:ctrl.example.com:6262`,
        under('ctrl')`endpoint: tls:localhost:6262`,
      ],
    ],
  },
  compare: (routers, report) => {
    const all = groupByController(
      routers.filter(({ controllers }) => controllers && controllers.length > 0),
    )
    const [main = []] = [...all].sort((left, right) => right.length - left.length)
    // If no two agree, the files are not a fleet. Two files are an exception: one of them may be misspelled.
    if (main.length < 2 && all.length !== 2) return
    const usual = main[0]?.controllers?.[0]
    for (const network of all) {
      const [router] = network
      const firstController = router?.controllers?.[0]
      if (network === main || network.length > 1 || !router || !firstController || !usual) continue
      report({
        router,
        path: firstController.path,
        message: `No other router in this run connects to ${formatValueText(firstController.address)}; ${main.length === 1 ? `\`${main[0]?.path}\`` : 'most'} connect${main.length === 1 ? 's' : ''} to ${formatValueText(usual.address)}`,
      })
    }
  },
}
