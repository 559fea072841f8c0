/** Where the project lives; links to its pages are made from it. */
export const homepage = 'https://github.com/routerfile/routerfile'

/** The page that explains a rule; mistakes in a configuration have none, and the page says what may stand there. */
export const documentationOf = (rule: string): string =>
  rule === 'configuration'
    ? `${homepage}/blob/main/README.md#configure-it`
    : `${homepage}/blob/main/src/lint/rules/README.md#${rule}`

/** The page about the keys of a section of the router file. */
export const sectionPageOf = (section: string): string =>
  `${homepage}/blob/main/schemas/README.md#${section.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '')}`
