import { describe, expect, test } from 'vitest'
import { merge } from '../../src/versions/merge.js'
import { parseDocument } from '../../src/document/document.js'
import { amount } from '../support/amount.js'
import { combine, withoutOrigins } from '../support/merging.js'
import { random } from '../support/mutate.js'
import { yaml } from '../support/yaml.js'

describe('merging keeps comments', () => {
  test.each<[where: string, base: string, site: string, after: string]>([
    [
      'at the end of maps, lists and the file',
      yaml`
        # head

        v: 3
        listeners:
          - binding: edge
            address: a
            # of the item
          # of the list
        csr:
          sans:
            dns:
              - a
              # - b
            # of the names
          # of the request
        # of the file
      `,
      yaml`
        edge: {}
        # of the site
      `,
      yaml`
        # head
        v: 3

        listeners:
          - binding: edge
            address: a
            # of the item
          # of the list

        csr:
          sans:
            dns:
              - a
              # - b
            # of the names
          # of the request

        edge: {}

        # of the file
        # of the site
      `,
    ],
    [
      'beside values, also those that are replaced',
      yaml`
        v: 3 # version
        ctrl: # controller
          endpoint: tls:a:1 # old
          options: {} # none
        csr:
          sans:
            dns: [a, b] # names
            ip: # addresses
              - 127.0.0.1 # here
      `,
      yaml`
        ctrl: # of the site
          endpoint: tls:b:1 # new
      `,
      yaml`
        v: 3 # version (base:1)

        ctrl: # controller # of the site
          endpoint: tls:b:1 # old # new (site1:2)
          options: {} # none (base:4)

        csr:
          sans:
            dns: # names
              - a
              - b
            ip: # addresses
              - 127.0.0.1 # here (base:9)
      `,
    ],
    [
      'inside of brackets, after dashes, anchors and block headers',
      yaml`
        csr:
          sans: {
            # before
            dns: [ # opened
              a, # first
              b
              # last
            ], # closed
            # end
          }
        listeners:
          - # dash
            binding: edge
        web: &web # anchor
          - name: | # block
              x
      `,
      '',
      yaml`
        csr:
          sans:
            # before
            dns: # opened # closed
              - a # first (base:5)
              - b
              # last
            # end

        listeners:
          # dash
          - binding: edge

        web: # anchor
          - name: "x\\n" # block (base:15)
      `,
    ],
    [
      'before `---` and after `...`, and of a file without keys',
      yaml`
        # above
        --- # start
        v: 3
        ...
        # below
      `,
      '# only this\n',
      yaml`
        # above
        # start
        v: 3

        # below
        # only this
      `,
    ],
    [
      'of keys and items that are removed, with their names',
      yaml`
        ctrl:
          # why
          options: # what
            x: 1 # how
          endpoint: tls:a:1
        listeners:
          # for tunnels
          - binding: tunnel # in mode host
            # end
          - binding: edge
        # routerfile disable-next-line unknown-key
        extra: 1
      `,
      yaml`
        ctrl:
          # not here
          options: null # at all
        listeners:
          - tunnel: null # nor this
        extra: null
      `,
      yaml`
        ctrl:
          # why
          # what
          # how
          # not here
          # at all
          # options: removed (site1:3)
          endpoint: tls:a:1

        listeners:
          # for tunnels
          # in mode host
          # end
          # nor this
          # - tunnel: removed (site1:5)
          - binding: edge
      `,
    ],
    [
      'of lists and maps that are replaced',
      yaml`
        csr:
          sans:
            dns:
              - a # stays
              # goes
              - b # with it
              # end
        edge:
          # in a map
          x: 1 # value
        v: 3 # was a number
      `,
      yaml`
        csr:
          sans:
            dns: [c, a]
        edge: nothing # left
        v:
          # is a map
          x: 1
      `,
      yaml`
        csr:
          sans:
            dns:
              - c
              - a # stays (site1:3)
              # end
              # goes
              # with it
              # - b: removed (site1:3)

        # in a map
        # value
        edge: nothing # left (site1:4)

        v: # was a number
          # is a map
          x: 1
      `,
    ],
    [
      'of merge keys',
      yaml`
        base: &base
          # inner
          x: 1
        ctrl:
          # shared
          <<: *base # by all
          y: 2
        link:
          <<: *base # at the end
      `,
      '',
      yaml`
        base:
          # inner
          x: 1

        ctrl:
          x: 1
          # shared
          # by all
          y: 2

        link:
          x: 1
          # at the end
      `,
    ],
    [
      'each once, and lines without words as they are',
      yaml`
        # -----
        # title
        # -----
        v: 3 # same
      `,
      yaml`
        # -----
        # site
        # -----
        v: 4 # same
      `,
      yaml`
        # -----
        # title
        # -----
        # -----
        # site
        # -----
        v: 4 # same (site1:4)
      `,
    ],
  ])('%s', (_, base, site, after) => {
    expect(withoutOrigins(combine(base, site))).toBe(after)
  })

  test('but not the origins that it wrote beside a value that another merge replaces', () => {
    const text = merge({ path: 'router.yml', text: 'v: 3\n' }, []).text
    expect(text).toBe('v: 3 # router.yml:1\n')
    expect(combine(text, 'v: 4\n')).toBe('v: 4 # site1:1\n')
  })

  test('and puts comments at the end of the file only once', () => {
    const once = combine('v: 3\n# end\n', 'edge: {}\n# site\n')
    expect(combine(once, 'edge: {}\n# site\n').match(/# (?:end|site)$/gm)).toEqual([
      '# end',
      '# site',
    ])
  })
})

/** Where a comment was written: before the key or item NAME, beside it, or at the end of the collection of NAME. */
type Written = { comment: string; at: 'above' | 'beside' | 'end'; name: string; isRemoved: boolean }

type Shape = { [name: string]: 'scalar' | 'list' | Shape }

const shape: Shape = {
  one: 'scalar',
  two: { three: 'scalar', four: { five: 'scalar', six: 'list' }, seven: 'list' },
  eight: 'list',
  nine: { ten: { eleven: 'scalar', twelve: 'scalar' } },
  last: 'scalar',
}

/** A file with comments of their own at most positions, and where each was written. */
function writeFile(
  label: string,
  next: () => number,
  isOverlay: boolean,
): { text: string; written: Written[] } {
  const lines: string[] = []
  const written: Written[] = []
  const comment = (at: Written['at'], name: string, isRemoved: boolean): string => {
    const text = `# ${label}${written.length}`
    written.push({ comment: text, at, name, isRemoved })
    return text
  }
  const maybeBeside = (name: string, isRemoved: boolean): string =>
    next() < 0.5 ? ` ${comment('beside', name, isRemoved)}` : ''
  const writeMap = (map: Shape, indent: string, isInRemoved: boolean): void => {
    for (const [name, inner] of Object.entries(map)) {
      if (next() < 0.3 && name !== 'last') continue
      const isNull = isOverlay && next() < 0.1
      // What is in a removed value of the base is decided by the overlay, so those are not told apart here.
      if (next() < 0.5) lines.push(`${indent}${comment('above', name, isNull || isInRemoved)}`)
      if (isNull) lines.push(`${indent}${name}: null${maybeBeside(name, true)}`)
      else if (inner === 'scalar')
        lines.push(`${indent}${name}: ${label}${maybeBeside(name, isInRemoved)}`)
      else {
        lines.push(`${indent}${name}:${maybeBeside(name, isInRemoved)}`)
        const below = `${indent}  `
        if (inner === 'list')
          for (const item of ['x', 'y']) {
            const itemName = `${name}-${label}-${item}`
            if (next() < 0.5)
              lines.push(`${below}${comment('above', itemName, isOverlay ? isInRemoved : true)}`)
            lines.push(
              `${below}- ${itemName}${maybeBeside(itemName, isOverlay ? isInRemoved : true)}`,
            )
          }
        else {
          const before = lines.length
          writeMap(inner, below, isInRemoved)
          if (!lines.slice(before).some((line) => /^ *\w/.test(line)))
            lines.push(`${below}none${name}: 0`)
        }
        if (next() < 0.5) lines.push(`${below}${comment('end', name, isInRemoved)}`)
      }
    }
  }
  writeMap(shape, '', false)
  if (next() < 0.5) lines.push(comment('end', '', false))
  return { text: `${lines.join('\n')}\n`, written }
}

const indentationOf = (line: string): number => line.length - line.trimStart().length

/** Why a comment is not where it was written; undefined if it is. */
function findFault(
  lines: readonly string[],
  { comment, at, name, isRemoved }: Written,
): string | undefined {
  const places = lines.flatMap((line, index) =>
    line
      .split('#')
      .slice(1)
      .some((part) => `# ${part.trim().split(' ')[0] ?? ''}` === comment)
      ? [index]
      : [],
  )
  const [place = 0] = places
  if (places.length !== 1) return `${comment} is there ${places.length} times`
  if (isRemoved) return undefined
  const key = lines.findIndex((line) =>
    new RegExp(`^ *(?:- )?${name}(?::|\\b(?!-)| |$)`).test(line),
  )
  const line = lines[place] ?? ''
  const isCode = (each: string): boolean => /^ *[^ #]/.test(each)
  // A key that the other file removed.
  if (name !== '' && key === -1) return undefined
  if (at === 'beside') return place === key ? undefined : `${comment} is not beside ${name}`
  const following = lines.findIndex((each, index) => index > place && isCode(each))
  if (at === 'above') return following === key ? undefined : `${comment} is not above ${name}`
  if (name === '') return following === -1 ? undefined : `${comment} is not at the end`
  const owner = lines[key] ?? ''
  const isInside =
    indentationOf(line) === indentationOf(owner) + 2 &&
    key < place &&
    lines
      .slice(key + 1, place)
      .every((each) => each === '' || indentationOf(each) > indentationOf(owner))
  const isLast = following === -1 || indentationOf(lines[following] ?? '') <= indentationOf(owner)
  return isInside && isLast ? undefined : `${comment} is not at the end of ${name}`
}

describe('a merged file has each comment of both files once', () => {
  const next = random(42)
  const pairs = Array.from({ length: amount(300) }, () => ({
    base: writeFile('b', next, false),
    site: writeFile('s', next, true),
  }))

  test('where it was written', () => {
    const faults = pairs.flatMap(({ base, site }) => {
      const text = combine(base.text, site.text)
      if (parseDocument(text).problems.length > 0) return [{ fault: 'broken', text }]
      const lines = text.split('\n')
      return [...base.written, ...site.written].flatMap((written) => {
        const fault = findFault(lines, written)
        return fault === undefined ? [] : [{ fault, base: base.text, site: site.text, text }]
      })
    })
    expect(pairs.flatMap(({ base }) => base.written).length).toBeGreaterThan(amount(300))
    expect(faults.slice(0, 1)).toEqual([])
  })
})
