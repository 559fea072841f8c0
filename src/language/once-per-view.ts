import type { View } from './view.js'

/** A function that makes something of a view when it is first asked for, and forgets it with the view. */
export function oncePerView<Made>(make: (view: View) => Made): (view: View) => Made {
  const known = new WeakMap<View, { made: Made }>()
  return (view) => {
    const found = known.get(view) ?? { made: make(view) }
    known.set(view, found)
    return found.made
  }
}
