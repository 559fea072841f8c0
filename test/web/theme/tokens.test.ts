import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const sheet = readFileSync('web/theme/tokens.css', 'utf8').replaceAll(/^ +/gm, '')

/** The colors of a rule by their names, without `--rf-`. */
function readColors(selector: string): Map<string, string> {
  const [, rule = ''] = sheet.split(`\n${selector} {\n`)
  const colors = new Map(
    [
      ...rule
        .slice(0, rule.indexOf('\n}'))
        .matchAll(/--rf-([\w-]+): (#[\da-f]{6}|var\(--rf-[\w-]+\));/g),
    ].map(([, name = '', value = '']) => [name, value]),
  )
  const resolve = (value: string): string =>
    value.startsWith('#')
      ? value
      : resolve(colors.get(/--rf-([\w-]+)/.exec(value)?.[1] ?? '') ?? '#')
  return new Map([...colors].map(([name, value]) => [name, resolve(value)]))
}

const light = readColors(':root')
const dark = new Map([...light, ...readColors('.dark')])
dark.set('focus-ring', dark.get('accent') ?? '')

/** The amounts of red, green and blue light in a color, from 0 to 1. */
function toLinear(color: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return [red, green, blue]
}

/** How bright a color is, from 0 to 1, as the guidelines for accessible content define it. */
function measureLuminance(color: string): number {
  const [red, green, blue] = toLinear(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function measureContrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [one, other].map(measureLuminance).sort((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

/** How far two colors are from each other to the eye: about 0.02 is seen side by side, 0 to 1 (the space is OKLab). */
function measureDistance(one: string, other: string): number {
  const [left = [], right = []] = [one, other].map(toPerceived)
  return Math.hypot(...left.map((part, index) => part - (right[index] ?? 0)))
}

function toPerceived(color: string): number[] {
  const [red, green, blue] = toLinear(color)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

const grounds = ['surface', 'surface-raised', 'code-bg', 'code-line', 'selection']
const texts = [
  ...['text', 'text-muted', 'accent', 'error', 'warning', 'info', 'ok'],
  ...['code-key', 'code-string', 'code-number'],
]
const states = ['accent', 'error', 'warning', 'info', 'ok']
const groups = Array.from({ length: 8 }, (_, index) => `group-${index}`)
const graphics = [
  ...['border-control', 'focus-ring', 'accent-solid', 'accent-solid-hover'],
  ...groups,
]

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('of the %s colors,', (_, colors) => {
  const measure = (front: string, back: string): number =>
    measureContrast(colors.get(front) ?? '#', colors.get(back) ?? '#')

  test.each(texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)))(
    '%s can be read on %s, selected or not',
    (text, ground) => {
      expect(measure(text, ground)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(states)('%s can be read on its soft ground, and so can text', (state) => {
    for (const text of [state, 'text', 'text-muted'])
      expect(measure(text, `${state}-soft`)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['accent-solid', 'accent-solid-hover'])(
    'the text of a button can be read on %s',
    (solid) => {
      expect(measure('on-accent', solid)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(graphics)('%s is seen on pages and bars', (graphic) => {
    for (const ground of ['surface', 'surface-raised', 'code-bg'])
      expect(measure(graphic, ground)).toBeGreaterThanOrEqual(3)
  })

  test('no two groups of a mesh look the same', () => {
    const near = groups.flatMap((one, index) =>
      groups
        .slice(index + 1)
        .filter((other) => measureDistance(colors.get(one) ?? '#', colors.get(other) ?? '#') < 0.1)
        .map((other) => `${one} and ${other}`),
    )
    expect(near).toEqual([])
  })
})

describe('the style sheet', () => {
  const others = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .map((name) => `web/${name}`)
    .filter(
      (path) =>
        path.endsWith('.css') && !path.endsWith('tokens.css') && !path.includes('node_modules'),
    )

  test.each(others)(
    '%s has no colors and font sizes of its own, and none that nobody defines',
    (path) => {
      const css = readFileSync(path, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
      expect(
        css.match(
          /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?)\(|--vp-c-[\w-]+|font(?:-size)?: (?!var\(--rf-size-[\w-]+\)|inherit)[^;]+/gi,
        ),
      ).toBeNull()
      const names = new Set([...css.matchAll(/var\((--rf-[\w-]+)/g)].map(([, name = '']) => name))
      expect([...names].filter((name) => !sheet.includes(`${name}:`))).toEqual([])
    },
  )

  test.each([...others, 'editors/vscode/media/mesh.css'])(
    '%s has no distances and corners of its own but hairlines and what makes room for a button or a bar',
    (path) => {
      const css = readFileSync(path, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
      const distances = [
        ...css.matchAll(/(?<![\w-])(?:padding|margin|gap|border-radius)[a-z-]*:([^;}]+)/g),
      ].flatMap(([declaration, value = '']) =>
        // What a control is larger than its sign is no distance.
        [...value.replaceAll(/calc\(\(.*/g, '').matchAll(/(\d+)px/g)]
          .filter(([, size]) => Number(size) > 3 && Number(size) < 96)
          .map(() => declaration.trim()),
      )
      expect(distances).toEqual([])
    },
  )
})
