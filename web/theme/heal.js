/** Toggles the example of the front page between the broken and the fixed file. Both are in the page. */
export function healOnClick() {
  globalThis.document.addEventListener('click', ({ target }) => {
    const button = target instanceof globalThis.Element ? target.closest('[data-heal]') : null
    if (!button) return
    button.closest('section').classList.toggle('is-healed')
    const shown = button.textContent
    button.textContent = button.dataset.heal
    button.dataset.heal = shown
  })
}
