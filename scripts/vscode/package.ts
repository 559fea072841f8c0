import { extname } from 'node:path'
import { strToU8, zipSync } from 'fflate'

/** The parts of the extension's manifest that the manifest of the package repeats. */
export type Manifest = {
  name: string
  publisher: string
  version: string
  displayName: string
  description: string
  license: string
  icon: string
  keywords: readonly string[]
  categories: readonly string[]
  engines: { vscode: string }
  extensionKind: readonly string[]
  galleryBanner: { color: string; theme: string }
}

/** Fills the texts into the manifest; they are in a separate file for translators. */
export const fillTexts = (
  manifest: Manifest,
  texts: Readonly<Record<string, string>>,
): Manifest => ({
  ...manifest,
  displayName: fillText(manifest.displayName, texts),
  description: fillText(manifest.description, texts),
})

const fillText = (written: string, texts: Readonly<Record<string, string>>): string =>
  texts[written.replace(/^%(.+)%$/, '$1')] ?? written

/** All files have the earliest time that a zip file supports, so that the build is reproducible. */
const mtime = '1980-01-01T00:00:00'

/**
 * Creates a `.vsix`: a zip file that follows the Open Packaging Conventions, with the files in `extension/`, a list of
 * media types, and a manifest for the marketplace. Not made by `@vscode/vsce`, because that has 237 packages (120 MB),
 * which everyone who builds from source would have to install, and its output depends on the Node release, the time
 * zone and the umask.
 */
export function createPackage(
  manifest: Manifest,
  files: ReadonlyMap<string, Uint8Array>,
): { name: string; content: Uint8Array } {
  const parts: [string, Uint8Array][] = [
    ['[Content_Types].xml', strToU8(formatContentTypes([...files.keys(), '.vsixmanifest']))],
    ['extension.vsixmanifest', strToU8(formatVsixManifest(manifest))],
    ...[...files].map(([path, content]): [string, Uint8Array] => [`extension/${path}`, content]),
  ]
  return {
    name: `${manifest.name}-${manifest.version}.vsix`,
    content: zipSync(Object.fromEntries(parts), { level: 9, mtime }),
  }
}

/** Media types by file extension. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'application/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.vsixmanifest': 'text/xml',
}

function formatContentTypes(paths: readonly string[]): string {
  const endings = [...new Set(paths.map((path) => extname(path) || path))].sort()
  const defaults = endings.map((ending) => {
    const type = mediaTypes[ending]
    if (type === undefined) throw new Error(`no media type is known for ${ending}`)
    return `<Default Extension="${ending}" ContentType="${type}"/>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join('')}</Types>
`
}

/** Editors in browsers install an extension from the marketplace only if it has this tag. */
const webTag = '__web_extension'

function formatVsixManifest(manifest: Manifest): string {
  const property = (id: string, value: string): string =>
    `      <Property Id="Microsoft.VisualStudio.${id}" Value="${escapeXml(value)}"/>`
  const asset = (type: string, path: string): string =>
    `    <Asset Type="${type}" Path="extension/${path}" Addressable="true"/>`
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${manifest.name}" Version="${manifest.version}" Publisher="${manifest.publisher}"/>
    <DisplayName>${escapeXml(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${escapeXml(manifest.description)}</Description>
    <Tags>${escapeXml([...manifest.keywords, webTag].join(','))}</Tags>
    <Categories>${escapeXml(manifest.categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${property('Code.Engine', manifest.engines.vscode)}
${property('Code.ExtensionDependencies', '')}
${property('Code.ExtensionPack', '')}
${property('Code.ExtensionKind', [...manifest.extensionKind, 'web'].join(','))}
${property('Code.LocalizedLanguages', '')}
${property('Code.ExecutesCode', 'true')}
${property('Services.Branding.Color', manifest.galleryBanner.color)}
${property('Services.Branding.Theme', manifest.galleryBanner.theme)}
${property('Services.GitHubFlavoredMarkdown', 'true')}
${property('Services.Content.Pricing', 'Free')}
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${manifest.icon}</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
${asset('Microsoft.VisualStudio.Code.Manifest', 'package.json')}
${asset('Microsoft.VisualStudio.Services.Content.Details', 'README.md')}
${asset('Microsoft.VisualStudio.Services.Content.Changelog', 'CHANGELOG.md')}
${asset('Microsoft.VisualStudio.Services.Content.License', 'LICENSE.txt')}
${asset('Microsoft.VisualStudio.Services.Icons.Default', manifest.icon)}
  </Assets>
</PackageManifest>
`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)
