import type { ReleaseChoice } from './server-commands.js'

/** A release as an entry of a list to pick from. */
export const toReleaseItem = ({
  label,
  isCurrent,
  isLatest,
  isLts,
  isPreRelease,
}: ReleaseChoice) => ({
  label,
  description: [
    isCurrent && 'current',
    isLatest && 'latest',
    isLts && 'long-term support',
    isPreRelease && 'pre-release',
  ]
    .filter(Boolean)
    .join(', '),
})
