import { contract } from '../../../generated/management/contract.js'

const pattern =
  contract.shapes['OperatingSystemRequirement']?.properties?.['versions']?.items?.['x-model']?.[
    'pattern'
  ]

const range = new RegExp(String(pattern))

/**
 * Whether a text is a range of versions: versions of three numbers, or of fewer with an `x` behind, each by itself or
 * compared (`>=11.0.0`), all of those in a row or, with `||` between, one (`github.com/blang/semver`, as controllers read them).
 */
export const isVersionRange = (text: string): boolean => range.test(text)
