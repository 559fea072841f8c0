import { expect, test } from 'vitest'
import { trimStyles } from '../../../scripts/site/styles.js'

test.for([
  ['.DocSearch-Modal{color:red}.VPNav{color:red}', '.VPNav{color:red}'],
  ['.DocSearch-Button{color:red}', '.DocSearch-Button{color:red}'],
  ['.VPTeamPage,.VPNav{color:red}', '.VPTeamPage,.VPNav{color:red}'],
  ['.VPTeamPage .a,.VPSponsors{color:red}', ''],
  [
    '@media (min-width:1px){.VPTeamPage{color:red}.b{color:red}}',
    '@media (min-width:1px){.b{color:red}}',
  ],
] as const)('of %s, %s is left', ([css, trimmed]) => {
  expect(trimStyles(css)).toBe(trimmed)
})
