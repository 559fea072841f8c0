const time = '(\\d\\d?):(\\d\\d?):(\\d\\d?)(?:[.,]\\d+)?'
const timestamp = new RegExp(
  `^(\\d{4})-(\\d\\d?)-(\\d\\d?)(?:[Tt]${time}(?:Z|[-+](\\d\\d):(\\d\\d))| +${time})?$`,
)

/** Whether Go reads the text as a time in one of the four forms that yaml.v2 tries. */
export function isTimestamp(text: string): boolean {
  const match = timestamp.exec(text)
  if (match === null) return false
  const [year = 0, month = 0, day = 0, ...times] = match.slice(1).map((part) => Number(part ?? 0))
  const [
    hour = 0,
    minute = 0,
    second = 0,
    zoneHour = 0,
    zoneMinute = 0,
    laterHour = 0,
    laterMinute = 0,
    laterSecond = 0,
  ] = times
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysOf(month, year) &&
    Math.max(hour, laterHour) < 24 &&
    Math.max(minute, second, laterMinute, laterSecond) < 60 &&
    zoneHour <= 24 &&
    zoneMinute <= 60
  )
}

function daysOf(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
