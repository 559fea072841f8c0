/**
 * Limits the settings of the server in a workspace that the user does not trust. Its configuration files can name
 * environment files, baselines and certificates, so they are not read.
 */
export const limitSettings = (settings: unknown): unknown => ({
  ...(typeof settings === 'object' && settings !== null && settings),
  isolated: true,
  check: [],
})
