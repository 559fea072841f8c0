import { listGroups } from '../../src/mesh/near-groups.js'
import type { ShownRouter } from './shown-mesh.js'

/** A group with its letter and color. */
type GroupSign = { name: string; routers: readonly string[]; letter: string; color: number }

/** Number of group colors in the style sheet; further groups share the last one. */
const colorCount = 8

/**
 * Assigns letters and colors to groups, starting with those that have the most routers. Groups after the 26th have no
 * letter.
 */
export class GroupSigns {
  readonly all: readonly GroupSign[]
  readonly #byName: ReadonlyMap<string, GroupSign>

  constructor(routers: readonly Pick<ShownRouter, 'name' | 'memberOf'>[]) {
    this.all = listGroups(
      routers.map(({ name, memberOf }) => ({ name, dials: memberOf, listens: [] })),
    ).map(({ name, routers: members }, index) => ({
      name,
      routers: members,
      letter: index < 26 ? String.fromCharCode('a'.charCodeAt(0) + index) : '',
      color: Math.min(colorCount - 1, index),
    }))
    this.#byName = new Map(this.all.map((group) => [group.name, group]))
  }

  /** Returns the color of an area: that of its smallest group, because other areas may share the larger ones. */
  findColor(groups: readonly string[]): number {
    const last = this.all.findLast(({ name }) => groups.includes(name))
    return last?.color ?? colorCount - 1
  }

  /** Returns the signs of up to four groups, in the order of their colors. */
  find(groups: readonly string[]): GroupSign[] {
    return groups
      .flatMap((group) => this.#byName.get(group) ?? [])
      .sort((left, right) => left.color - right.color)
      .slice(0, 4)
  }
}
