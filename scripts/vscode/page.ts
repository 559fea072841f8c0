/** An image of ours in a page. */
const picture = /!\[([^\]]*)\]\((images\/[\w.-]+)\)/g

/**
 * The page of the extension in the marketplace and in editors, which show no images of the package. So each one gets its
 * address in the repository (such as `owner/name`); without a repository, it is in the page itself.
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

/** The source of a page, from the environment of GitHub's workflows. */
export type PageSource = { repository?: string | undefined; commit?: string | undefined }

type PageOptions = PageSource & { readPicture: (path: string) => Uint8Array }
