import { getErrorMessage } from '../../../document/errors.js'
import { StoreError } from './format.js'

/** Packages with native code, which only the service needs and which are therefore optional. */
type ServicePackage = '@node-rs/argon2' | 'classic-level'

export const isAbsentPackage = (name: string, error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  String(error.code).endsWith('MODULE_NOT_FOUND') &&
  error.message.includes(`'${name}'`)

/**
 * Waits for the import of a package. If it fails, throws a StoreError that says what to install, or why the package
 * cannot be loaded.
 */
export async function loadPackage<Module>(
  name: ServicePackage,
  importPromise: Promise<Module>,
): Promise<Module> {
  return importPromise.catch((cause: unknown) => {
    throw new StoreError(
      process.getBuiltinModule('node:sea').isSea()
        ? 'the single executable cannot run the management service; install the npm package `routerfile` for it'
        : isAbsentPackage(name, cause)
          ? `the management service needs the package \`${name}\`; install it with \`npm install @node-rs/argon2 classic-level\``
          : `the package \`${name}\`, which the management service needs, cannot be loaded on this system: ${getErrorMessage(cause)}`,
      { cause },
    )
  })
}
