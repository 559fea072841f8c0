import {
  address,
  checkedAdvertise,
  edgeAddress,
  edgeAdvertise,
  hostPort,
  hostPortOrEmpty,
  linkAdvertise,
  listenAddress,
  listenHostPort,
  udpAddress,
} from './address.js'
import { certificate, key } from './credential.js'
import { duration, durationOrMilliseconds, durationText } from './duration.js'
import type { Format } from './format.js'
import { ip, networkInterface, uri } from './internet.js'
import {
  float,
  integer,
  number,
  truncatedFloat,
  wholeNumber,
  wholeOrIgnored,
  boolean,
  filledPath,
  flag,
  nonEmpty,
  text,
  trimmedWord,
  tunnelMode,
  word,
} from './scalar.js'

/**
 * Formats that accept every string, because the router checks such values late or never. Rules and file checks report
 * bad values.
 */
const uncheckedTexts = [
  'path',
  'interface-name',
  'resolver',
  'dns-upstream',
  'cidr',
  'tunnel-service',
]

/** Every format by the name that schemas use. */
export const formats: ReadonlyMap<string, Format> = new Map(
  [
    ...[boolean, flag, text, nonEmpty, filledPath, word, trimmedWord, tunnelMode],
    ...[integer, wholeNumber, wholeOrIgnored, float, truncatedFloat, number],
    ...[duration, durationText, durationOrMilliseconds],
    ...[
      address,
      listenAddress,
      edgeAddress,
      linkAdvertise,
      edgeAdvertise,
      udpAddress,
      checkedAdvertise,
    ],
    ...[hostPort, hostPortOrEmpty, listenHostPort],
    ...[ip, networkInterface, uri, certificate, key],
    ...uncheckedTexts.map((name) => ({ ...text, name })),
  ].map((format) => [format.name, format]),
)
