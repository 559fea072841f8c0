/** Where the project lives; links to its pages are made from it. */
export const homepage = 'https://github.com/routerfile/routerfile'

/** The page that explains a rule. */
export const documentationOf = (rule: string): string => `${homepage}/blob/main/src/lint/rules/README.md#${rule}`
