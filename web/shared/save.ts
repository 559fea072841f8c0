/** Saves a file through the browser's download. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Browsers read the content after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
