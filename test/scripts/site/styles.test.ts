import { expect, test } from 'vitest'
import { trimStyles } from '../../../scripts/site/styles.js'

const words = new Set(['nav', 'page', '--read-by-script'])

test.for([
  ['.team{color:red}.nav{color:red}', '.nav{color:red}'],
  ['.team,.nav{color:red}', '.nav{color:red}'],
  ['.team .nav,.sponsors{color:red}', ''],
  ['.nav .team-2{color:red}', ''],
  [
    '@media (min-width:1px){.team{color:red}.nav{color:red}}',
    '@media (min-width:1px){.nav{color:red}}',
  ],
  ['@media (min-width:1px){.team{color:red}}p{color:red}', 'p{color:red}'],
  ['.nav:not(.team){color:red}', '.nav:not(.team){color:red}'],
  ['.nav:is(.team,.page){color:red}', '.nav:is(.team,.page){color:red}'],
  ['.page-enter-from,.team-enter-from{opacity:0}', '.page-enter-from{opacity:0}'],
  ['@keyframes a{from{opacity:.5}to{opacity:1}}', '@keyframes a{from{opacity:.5}to{opacity:1}}'],
  [':root{--a:1;--b:2}p{width:var(--b)}', ':root{--b:2}p{width:var(--b)}'],
  [':root{--a:1;--b:var(--a)}p{color:red}', 'p{color:red}'],
  [':root{--read-by-script:1}', ':root{--read-by-script:1}'],
] as const)('of %s, %s is left', ([css, trimmed]) => {
  expect(trimStyles(css, words)).toBe(trimmed)
})
