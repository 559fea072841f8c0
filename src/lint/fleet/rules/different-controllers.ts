import { formatValueText } from '../../../schema/messages.js'
import { under } from '../../example.js'
import type { CompareRule, Router } from '../rule.js'
import { groupBy } from '../../../document/group.js'

/** Groups routers that share controllers, directly or through other routers. */
function groupByController(routers: readonly Router[]): Router[][] {
  const representatives = new Map<string, string>()
  const findRepresentative = (address: string): string => {
    let current = address
    for (
      let next = representatives.get(current);
      next !== undefined && next !== current;
      next = representatives.get(current)
    )
      current = next
    representatives.set(address, current)
    return current
  }
  const findRouterRepresentative = ({ controllers = [] }: Router): string =>
    findRepresentative(controllers[0]?.address ?? '')
  for (const router of routers)
    for (const { address } of router.controllers ?? [])
      representatives.set(findRepresentative(address), findRouterRepresentative(router))
  return [...groupBy(routers, findRouterRepresentative).values()]
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
    const groups = groupByController(
      routers.filter(({ controllers }) => controllers && controllers.length > 0),
    )
    const [mainGroup = []] = [...groups].sort((left, right) => right.length - left.length)
    // If no two routers share a controller, the files are probably not a fleet. But if there are only two groups, one
    // address may be misspelled.
    if (mainGroup.length < 2 && groups.length !== 2) return
    const mainController = mainGroup[0]?.controllers?.[0]
    for (const group of groups) {
      const [router] = group
      const firstController = router?.controllers?.[0]
      if (group === mainGroup || group.length > 1 || !router || !firstController || !mainController)
        continue
      report({
        router,
        path: firstController.path,
        message: `No other router among these files connects to ${formatValueText(firstController.address)}; ${mainGroup.length === 1 ? `\`${mainGroup[0]?.path}\`` : 'most'} connect${mainGroup.length === 1 ? 's' : ''} to ${formatValueText(mainController.address)}`,
      })
    }
  },
}
