import type { ReleaseChoice } from './server-commands.js'

/** A release as an entry of a list to pick from. */
export const toReleaseItem = ({ label, isCurrent, isLatest, isLts }: ReleaseChoice) => ({
  label,
  description: [isCurrent && 'current', isLatest && 'latest', isLts && 'long-term support']
    .filter(Boolean)
    .join(', '),
})
