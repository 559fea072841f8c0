/**
 * Takes files that are dropped anywhere on the page, which browsers would open instead. Returns what stops it.
 *
 * @param take Called with what was dropped, if there are files.
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
