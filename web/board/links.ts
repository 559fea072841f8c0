import type { BoardLinks } from '../../src/cli/commands/ui/messages.js'
import { groupBy } from '../../src/document/group.js'
import { formatCount } from '../../src/document/words.js'
import { createElement, renderSentence } from '../shared/dom.js'

/** Maximum number of listed pairs; the mesh page lists all. */
const maxPairs = 8

const formatReasons = ({ reasons }: BoardLinks['unlinked'][number]): string =>
  [...new Set(reasons.map(({ why }) => why))].join('; ')

/** Renders the routers without a link to each other, and groups with similar names. */
export function renderLinks(
  { sentence, unlinked, unlinkedCount, nearGroups }: BoardLinks,
  base: string,
): HTMLElement[] {
  return [
    createElement('p', {}, sentence),
    ...nearGroups.map(({ name, routers, meant }) =>
      createElement(
        'p',
        { class: 'near' },
        createElement('span', { class: 'sign warning', 'aria-hidden': 'true' }, '!'),
        createElement('code', {}, name),
        ` (${routers.slice(0, 3).join(', ')}) is nearly `,
        createElement('code', {}, meant),
        '.',
      ),
    ),
    ...(unlinked.length > 0
      ? [
          createElement('h3', {}, `${formatCount(unlinkedCount, 'pair')} without a link`),
          createElement(
            'ul',
            { role: 'list', class: 'pairs' },
            ...[...groupBy(unlinked.slice(0, maxPairs), formatReasons)].map(([why, pairs]) =>
              createElement(
                'li',
                {},
                ...renderSentence(why),
                ...pairs.map(({ between }) =>
                  createElement('strong', { class: 'pair' }, between.join(' – ')),
                ),
              ),
            ),
          ),
        ]
      : []),
    createElement('a', { class: 'button', href: `${base}mesh/` }, 'Open the mesh'),
  ]
}
