/** An image of the extension in a Markdown page. */
const picture = /!\[([^\]]*)\]\((images\/[\w.-]+)\)/g

/**
 * Creates the extension's page for the marketplace and editors, which cannot load images from the package. Images are
 * loaded from `repository`, such as `owner/name`, on GitHub; without a repository, they are embedded in the page.
 */
export const createExtensionPage = (
  text: string,
  { repository, commit = 'HEAD', readPicture }: PageOptions,
): string =>
  text.replaceAll(picture, (_, about: string, path: string) => {
    const address =
      repository === undefined
        ? `data:image/png;base64,${Buffer.from(readPicture(path)).toString('base64')}`
        : `https://raw.githubusercontent.com/${repository}/${commit}/editors/vscode/${path}`
    return `![${about}](${address})`
  })

/** Where the sources of a page are published, from the environment variables of GitHub Actions. */
export type PageSource = { repository?: string | undefined; commit?: string | undefined }

type PageOptions = PageSource & { readPicture: (path: string) => Uint8Array }
