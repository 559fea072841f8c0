const dateTime = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/

/**
 * Normalizes a time in RFC 3339, or a date, to RFC 3339 with milliseconds in UTC; undefined if it
 * is neither.
 */
export function normalizeDateTime(text: string): string | undefined {
  const [, year, month, day] = dateTime.exec(text) ?? []
  const lastDay = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate()
  const time = new Date(Number(day) <= lastDay ? text : NaN)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** Whether a string is base64 with padding. */
export const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text)

/** Whether a string is an absolute URL, or an absolute path. */
export const isRequestUri = (text: string): boolean =>
  !/[\0-\x20\x7f]/.test(text) && (text.startsWith('/') || URL.canParse(text))
