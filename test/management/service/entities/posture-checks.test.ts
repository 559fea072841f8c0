import { expect, test } from 'vitest'
import { isVersionRange } from '../../../../src/management/service/entities/posture-checks.js'

test.each([
  '1.0.0',
  '0.10.0',
  '1.2.3-beta.1+build.5',
  '=1.0.0',
  '==1.0.0',
  '!1.0.0',
  '!=1.0.0',
  '>= 1.0.0',
  '>=1.0.0 <2.0.0',
  '>1.0.0  !1.0.1',
  '<1.0.0 || >=2.0.0',
  '1.x',
  '1.x.x',
  '1.2.x',
  '>=1.2.x',
  ' 1.0.0 ',
])('%j is a range of versions', (text) => {
  expect(isVersionRange(text)).toBe(true)
})

test.each([
  '',
  ' ',
  'ten',
  '1',
  '1.0',
  '>=11',
  '1.0.0.0',
  '01.0.0',
  '^1.0.0',
  '~1.0.0',
  '1.0.0,2.0.0',
  '1.0.0||2.0.0',
  '|| 1.0.0',
  '1.0.0 ||',
  '<>1.0.0',
  'x',
  '1.x.0',
  '1.0.0\n',
])('%j is not a range of versions', (text) => {
  expect(isVersionRange(text)).toBe(false)
})
