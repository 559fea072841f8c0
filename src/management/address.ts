/** Where the management API is below a controller. */
const basePath = '/edge/management/v1'

/**
 * The base address of the API without a slash at its end; `https://host:1280` alone is completed. Throws a `TypeError`
 * for what is no address of a controller.
 */
export function baseOf(url: string | URL): string {
  const text = String(url)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new TypeError(
      `\`${text.replace(/[^/]*@/, '')}\` is no address of a controller; it must be like \`https://host:1280${basePath}\``,
    )
  const { origin, pathname, username, search, hash } = new URL(text)
  if (username || search || hash)
    throw new TypeError(
      `\`url\` must be an address without user name, query and fragment, like \`${origin}${basePath}\``,
    )
  const path = pathname.replace(/\/+$/, '')
  return origin + (path === '' ? basePath : path)
}
