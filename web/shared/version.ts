declare const PACKAGE_VERSION: string

/** The version of the package that the site was built with. */
export const version = PACKAGE_VERSION
