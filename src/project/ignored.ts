import { relative, sep } from 'node:path'
import ignore from 'ignore'

/** The rules of a directory's ignore files for everything below it. */
export type IgnoreLayer = { folder: string; rules: ignore.Ignore }

const ignoreCase = process.platform === 'win32' || process.platform === 'darwin'

/** A layer from the texts of ignore files; later ones win. */
export function createLayer(folder: string, texts: readonly string[]): IgnoreLayer {
  const rules = ignore({ ignoreCase })
  for (const text of texts) rules.add(text)
  return { folder, rules }
}

const toPathInLayer = ({ folder }: IgnoreLayer, path: string): string =>
  relative(folder, path).replaceAll(sep, '/')

/** Whether a file or directory is ignored: the innermost layer with a matching rule decides. Paths are absolute. */
export function isIgnored(
  layers: readonly IgnoreLayer[],
  path: string,
  isFolder: boolean,
): boolean {
  for (const layer of layers.toReversed()) {
    const { ignored, unignored } = layer.rules.test(
      toPathInLayer(layer, path) + (isFolder ? '/' : ''),
    )
    if (ignored || unignored) return ignored
  }
  return false
}

/**
 * The layers inside a directory that is searched whatever they say about it: because it was requested, or because an
 * inner layer re-includes it.
 */
export function enterFolder(layers: readonly IgnoreLayer[], folder: string): IgnoreLayer[] {
  return layers.map((layer) => {
    const path = toPathInLayer(layer, folder)
    if (path === '' || !layer.rules.ignores(`${path}/`)) return layer
    const exception = `!/${path.replaceAll(/[\\*?[\] ]/g, String.raw`\$&`)}/`
    return { ...layer, rules: ignore({ ignoreCase }).add(layer.rules).add([exception]) }
  })
}
