const escape = '%[0-9A-Fa-f]{2}'
const user = `(?:[A-Za-z0-9\\-._:~!$&'()*+,;=%@]*@)?`
/** In the name of a host only what is beyond ASCII may be escaped. */
const host = `(?:[A-Za-z0-9\\-._~!$&'()*+,;=:<>"\\]\\u0080-\\u{10ffff}]|%[89A-Fa-f][0-9A-Fa-f])*`
const bracketed = `\\[[0-9A-Fa-f:.]+(?:%25(?:[^\\]%]|${escape})+)?\\](?::\\d*)?`
const authority = new RegExp(`^${user}(?:${bracketed}|${host})$`, 'u')
const path = new RegExp(`^(?:[^%]|${escape})*$`, 'u')
const scheme = /^([A-Za-z][A-Za-z0-9+.-]*)?:/

/** Behind the last colon of a host there is a port, or nothing. */
const hasPort = (text: string): boolean =>
  /^[^:]*$|:\d*$|\]$/.test(text.slice(text.lastIndexOf('@') + 1).replace(/^\[.*\]/, '[]'))

/** Whether a text is an absolute address or an absolute path, as the controller's check of the format `uri` has it. */
export function isRequestUri(text: string): boolean {
  if (/[\0-\x1f\x7f]/.test(text) || text === '') return false
  if (text === '*') return true
  const found = scheme.exec(text)
  if (found && found[1] === undefined) return false
  const whole = found ? text.slice(found[0].length) : text
  const rest = whole.slice(0, whole.includes('?') ? whole.indexOf('?') : whole.length)
  if (!rest.startsWith('/')) return found !== null
  if (!found || !rest.startsWith('//')) return path.test(rest)
  const end = rest.indexOf('/', 2)
  const place = end < 0 ? rest.slice(2) : rest.slice(2, end)
  return authority.test(place) && hasPort(place) && path.test(end < 0 ? '' : rest.slice(end))
}
