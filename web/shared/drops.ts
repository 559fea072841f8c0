/**
 * Accepts files that are dropped anywhere on the page, which browsers would open by default. Returns a function that
 * stops accepting them.
 *
 * @param take Called with each drop that contains files.
 */
export function takeDrops(take: (dropped: DataTransfer) => void): () => void {
  const allow = (event: DragEvent): void => event.preventDefault()
  const drop = (event: DragEvent): void => {
    if (!event.dataTransfer || event.dataTransfer.files.length === 0) return
    event.preventDefault()
    take(event.dataTransfer)
  }
  document.addEventListener('dragover', allow)
  document.addEventListener('drop', drop)
  return () => {
    document.removeEventListener('dragover', allow)
    document.removeEventListener('drop', drop)
  }
}
