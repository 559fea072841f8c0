/** Version of the package, inserted by the build. */
declare const PACKAGE_VERSION: string | undefined

export const version = typeof PACKAGE_VERSION === 'string' ? PACKAGE_VERSION : '0.0.0'
