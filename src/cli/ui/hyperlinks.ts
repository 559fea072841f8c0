/** Which terminals show links; loaded apart, as it looks at every stream when it is loaded. */
export { createSupportsHyperlinks } from 'supports-hyperlinks'
