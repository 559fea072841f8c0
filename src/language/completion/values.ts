import { milliseconds } from '../../formats/duration.js'
import { texts } from '../../generated/texts.js'
import { oncePer } from '../../once.js'
import type { Key } from '../../schema/key.js'
import type { Place } from '../../schema/places.js'
import { meaningOf } from '../meanings.js'
import type { Candidate } from './addresses.js'
import { addresses } from './addresses.js'
import { fileOffers } from './files.js'
import { isSwitch, numeral, wordsOf } from './required.js'
import type { Offer, Scene } from './scene.js'
import { writing } from './scene.js'
import { textIn, typedIn } from './typed.js'

const presets = [
  '100ms',
  '250ms',
  '500ms',
  '1s',
  '2s',
  '3s',
  '5s',
  '10s',
  '15s',
  '30s',
  '1m',
  '2m',
  '5m',
  '10m',
  '15m',
  '30m',
  '1h',
  '6h',
  '12h',
  '24h',
]

/** How many times shorter or longer than the default a duration may be to be worth offering. */
const reach = 30

/** Durations that a key takes, the default first. */
const durations = oncePer(({ source, bounds }: Key): readonly Candidate[] => {
  const usual = typeof source.default === 'string' ? source.default : undefined
  const middle = usual === undefined ? 0 : milliseconds(usual)
  const { least = -Infinity, most = Infinity } = bounds ?? {}
  const near = presets.filter((text) => {
    const value = milliseconds(text)
    return (
      value >= least &&
      value <= most &&
      (middle === 0 || (value >= middle / reach && value <= middle * reach))
    )
  })
  const ends = [source['x-min'], source['x-max']].filter(
    (text) => text !== undefined && text !== '1ns',
  )
  return [
    ...(usual === undefined ? [] : [{ text: usual, detail: 'default', isDefault: true }]),
    ...near.map((text) => ({ text })),
    ...ends.map((text) => ({
      text: text ?? '',
      detail: text === source['x-min'] ? 'shortest' : 'longest',
    })),
  ]
})

/** The default of a number, and its bounds where they are worth writing. */
function numbers(key: Key): Candidate[] {
  const {
    source: { default: usual },
    bounds,
  } = key
  const ends = bounds
    ? [
        { value: bounds.least, detail: 'smallest' },
        { value: bounds.most, detail: 'largest' },
      ]
    : []
  return [
    ...(typeof usual === 'number'
      ? [{ text: numeral(key, usual), detail: 'default', isDefault: true }]
      : []),
    ...ends
      .filter(({ value }) => Number.isFinite(value) && Math.abs(value) <= 1e6 && !bounds?.open)
      .map(({ value, detail }) => ({ text: numeral(key, value), detail })),
  ]
}

/** What may be written as the value of a key, or as a further item of a list; the default first. */
export function candidates(scene: Scene, place: Place): Candidate[] {
  const {
    cursor: { document, path },
  } = scene
  const list = typeof path.at(-1) === 'number' ? document.at(path.slice(0, -1))?.value : undefined
  const seen = new Set(
    list?.kind === 'list' ? list.items.map((item) => (item.kind === 'text' ? item.value : '')) : [],
  )
  return known(scene, place).filter(({ text }) => !seen.has(text) && seen.add(text))
}

/** Words with what they mean. */
function wordsIn({ key: { source }, path }: Place, words: readonly string[]): Candidate[] {
  const usual = source.default
  return words.map((text) => {
    const isDefault = typeof usual !== 'object' && text === String(usual)
    const detail = [isDefault && 'default', meaningOf(path, text)].filter(Boolean).join('; ')
    return { text, ...(detail !== '' && { detail }), isDefault }
  })
}

function known(scene: Scene, place: Place): readonly Candidate[] {
  const { key, path } = place
  const words = wordsOf(key)
  if (words.length > 0) return wordsIn(place, words)
  if (key.format?.name.startsWith('duration')) return durations(key)
  if (!key.kinds.has('text')) return numbers(key)
  const { default: usual } = key.source
  const groups = /\.groups(?:\[\])?$/.test(path)
    ? ['default', ...scene.facts.groups()].map((text) => ({ text }))
    : []
  const written =
    typeof usual === 'string' && usual !== ''
      ? [{ text: usual, detail: 'default', isDefault: true }]
      : []
  const likely = [...groups, ...written, ...addresses(scene, place)]
  const examples = texts[key.index]?.examples ?? []
  return likely.length > 0
    ? likely
    : examples.flatMap((text) => (typeof text === 'string' ? [{ text, detail: 'example' }] : []))
}

/** The values that a key may have, the default first. */
export function valueOffers(scene: Scene, place: Place): Offer[] {
  if (/\$\{?\w*$/.test(typedIn(scene))) return variableOffers(scene)
  const { key } = place
  const offers = candidates(scene, place).map((candidate, rank) =>
    valueOffer(scene, key, candidate, rank),
  )
  return [...offers, ...fileOffers(scene, place, offers.length)]
}

function valueOffer(
  scene: Scene,
  key: Key,
  { text, detail, isDefault, snippet }: Candidate,
  rank: number,
): Offer {
  const isText = key.kinds.has('text') && !isSwitch(key)
  return {
    kind: 'value',
    rank,
    ...(detail !== undefined && { detail }),
    ...(isDefault && { preselect: true }),
    ...writing(scene, {
      label: text,
      text: isText ? (snippet ?? textIn(scene, text)) : text,
      within: isText,
      isSnippet: snippet !== undefined,
    }),
  }
}

/** Variables, where a dollar sign asks for one. */
function variableOffers(scene: Scene): Offer[] {
  const { view, cursor, offset, facts } = scene
  const typed = /\$\{?\w*$/.exec(typedIn(scene))?.[0] ?? ''
  const start = offset - typed.length
  const behind = /^\w*\}?/.exec(view.text.slice(offset, cursor.end))?.[0] ?? ''
  const end = offset + behind.length
  const hasBraces = cursor.quote !== '' || !cursor.flow
  return facts.variables().map((name, rank): Offer => {
    const text = hasBraces ? `\${${name}}` : `$${name}`
    return {
      label: text,
      kind: 'variable',
      rank,
      insert: {
        start,
        end,
        ...(end > offset && { insertEnd: offset }),
        text: text + (cursor.closes && end === cursor.end ? cursor.quote : ''),
        isSnippet: false,
      },
    }
  })
}
