import { listGroups } from '../../src/mesh/near-groups.js'
import type { ShownRouter } from './shown-mesh.js'

/** A group with the letter and the color that stand for it. */
type GroupSign = { name: string; routers: readonly string[]; letter: string; color: number }

/** Colors of the style sheet; further groups share the last one. */
const colorCount = 8

/** How the groups of a network are told apart. Those with the most routers have letters and colors of their own. */
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

  /** The color of an area: that of its group with the fewest routers, as others may have the rest of its groups, too. */
  findColor(groups: readonly string[]): number {
    const last = this.all.findLast(({ name }) => groups.includes(name))
    return last?.color ?? colorCount - 1
  }

  /** The signs of some groups, by their letters; of many, the first ones. */
  find(groups: readonly string[]): GroupSign[] {
    return groups
      .flatMap((group) => this.#byName.get(group) ?? [])
      .sort((left, right) => left.color - right.color)
      .slice(0, 4)
  }
}
