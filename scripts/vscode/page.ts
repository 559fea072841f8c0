/** An image of ours in a page. */
const picture = /!\[([^\]]*)\]\((images\/[\w.-]+)\)\n*/g

/**
 * The page of the extension in the marketplace and in editors. They only load images from the web,
 * so each one gets its URL in the repository (such as `owner/name`); without a repository, images
 * are left out.
 */
export const createExtensionPage = (
  text: string,
  { repository, commit = 'HEAD' }: PageSource,
): string =>
  text.replaceAll(picture, (_, about: string, path: string) =>
    repository === undefined
      ? ''
      : `![${about}](https://raw.githubusercontent.com/${repository}/${commit}/editors/vscode/${path})\n\n`,
  )

/** The source of a page, from the environment of GitHub's workflows. */
export type PageSource = { repository?: string | undefined; commit?: string | undefined }
