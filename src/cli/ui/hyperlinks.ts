/** Detects terminals that show links. Loaded separately, because the package inspects every stream on import. */
export { createSupportsHyperlinks } from 'supports-hyperlinks'
