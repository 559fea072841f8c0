import { describe, expect, test } from 'vitest'
import type { ExternalIdClaim } from '../../../../src/management/service/pki/external-id.js'
import {
  findExternalId,
  checkExternalIdClaim,
} from '../../../../src/management/service/pki/external-id.js'
import { fixtureCertificate } from '../../../support/certificates.js'

const claim = (parts: Partial<ExternalIdClaim>): ExternalIdClaim => ({
  location: 'COMMON_NAME',
  matcher: 'ALL',
  matcherCriteria: '',
  parser: 'NONE',
  parserCriteria: '',
  index: 0,
  ...parts,
})

describe('an external id', () => {
  test.each([
    { name: 'the common name', parts: {}, id: 'dev-17.north' },
    { name: 'a second common name', parts: { index: 1 }, id: undefined },
    {
      name: 'a common name by its prefix',
      parts: { matcher: 'PREFIX', matcherCriteria: 'dev-' },
      id: '17.north',
    },
    {
      name: 'a common name by another prefix',
      parts: { matcher: 'PREFIX', matcherCriteria: 'srv-' },
      id: undefined,
    },
    {
      name: 'a common name that is all prefix',
      parts: { matcher: 'PREFIX', matcherCriteria: 'dev-17.north' },
      id: undefined,
    },
    {
      name: 'a common name by its suffix',
      parts: { matcher: 'SUFFIX', matcherCriteria: '.north' },
      id: 'dev-17',
    },
    {
      name: 'the first part of a common name',
      parts: { matcher: 'PREFIX', matcherCriteria: 'dev-', parser: 'SPLIT', parserCriteria: '.' },
      id: '17',
    },
    {
      name: 'the second part of a common name',
      parts: { parser: 'SPLIT', parserCriteria: '.', index: 1 },
      id: 'north',
    },
    {
      name: 'the third part of a common name',
      parts: { parser: 'SPLIT', parserCriteria: '.', index: 2 },
      id: undefined,
    },
    { name: 'the first address', parts: { location: 'SAN_EMAIL' }, id: 'one@example.com' },
    {
      name: 'the second address',
      parts: { location: 'SAN_EMAIL', index: 1 },
      id: 'two@example.org',
    },
    {
      name: 'an address by its suffix',
      parts: { location: 'SAN_EMAIL', matcher: 'SUFFIX', matcherCriteria: '@example.org' },
      id: 'two',
    },
    {
      name: 'the part of an address, all addresses split',
      parts: { location: 'SAN_EMAIL', parser: 'SPLIT', parserCriteria: '@', index: 2 },
      id: 'two',
    },
    { name: 'the first URI', parts: { location: 'SAN_URI' }, id: 'https://example.com/17' },
    {
      name: 'a URI by its scheme',
      parts: { location: 'SAN_URI', matcher: 'SCHEME', matcherCriteria: 'spiffe' },
      id: 'spiffe://example.com/north/17',
    },
    {
      name: 'a URI by the beginning of its scheme',
      parts: { location: 'SAN_URI', matcher: 'SCHEME', matcherCriteria: 'spi' },
      id: undefined,
    },
    {
      name: 'the part of a URI',
      parts: {
        location: 'SAN_URI',
        matcher: 'SCHEME',
        matcherCriteria: 'spiffe',
        parser: 'SPLIT',
        parserCriteria: '/',
        index: 4,
      },
      id: '17',
    },
  ] as const)('$name: $id', ({ parts, id }) => {
    expect(findExternalId(fixtureCertificate('device'), claim(parts))).toBe(id)
  })

  test('is undefined if a certificate has no name', () => {
    expect(findExternalId(fixtureCertificate('unnamed'), claim({}))).toBeUndefined()
  })

  test.each([
    {
      name: 'all is well',
      parts: { location: 'SAN_URI', matcher: 'SCHEME', matcherCriteria: 'spiffe' },
      reason: undefined,
    },
    {
      name: 'a scheme of a common name',
      parts: { matcher: 'SCHEME', matcherCriteria: 'x' },
      reason:
        "the value 'location=COMMON_NAME matcher=SCHEME parser=NONE' for 'externalIdClaim' is invalid: unsupported matcher [SCHEME] for location [COMMON_NAME]",
    },
    {
      name: 'a prefix of a URI',
      parts: { location: 'SAN_URI', matcher: 'PREFIX', matcherCriteria: 'x' },
      reason:
        "the value 'location=SAN_URI matcher=PREFIX parser=NONE' for 'externalIdClaim' is invalid: unsupported matcher [PREFIX] for location [SAN_URI]",
    },
    {
      name: 'no criteria of a matcher',
      parts: { matcher: 'PREFIX' },
      reason:
        "the value 'location=COMMON_NAME matcher=PREFIX parser=NONE' for 'externalIdClaim' is invalid: invalid criteria [] for matcher [PREFIX]",
    },
    {
      name: 'no criteria of a parser',
      parts: { parser: 'SPLIT' },
      reason:
        "the value 'location=COMMON_NAME matcher=ALL parser=SPLIT' for 'externalIdClaim' is invalid: invalid criteria [] for parser [SPLIT]",
    },
    {
      name: 'an index below 0',
      parts: { index: -1 },
      reason:
        "the value 'location=COMMON_NAME matcher=ALL parser=NONE' for 'externalIdClaim' is invalid: invalid index [-1]",
    },
  ] as const)('is claimed in a way that is checked: $name', ({ parts, reason }) => {
    expect(checkExternalIdClaim(claim(parts))).toEqual(reason && { code: 'INVALID_FIELD', reason })
  })
})
