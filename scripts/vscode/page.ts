/** A picture of our own in a page. */
const picture = /!\[([^\]]*)\]\((images\/[\w.-]+)\)\n*/g

/**
 * The page of the extension as the marketplace and editors show it. They load pictures from the web only, so each gets
 * its address in the repository (such as `owner/name`); without one, the pictures are left out.
 */
export const createPage = (text: string, { repository, commit = 'HEAD' }: PageSource): string =>
  text.replaceAll(picture, (_, about: string, path: string) =>
    repository === undefined
      ? ''
      : `![${about}](https://raw.githubusercontent.com/${repository}/${commit}/editors/vscode/${path})\n\n`,
  )

/** Where a page comes from, as the environment of GitHub's workflows tells it. */
export type PageSource = { repository?: string | undefined; commit?: string | undefined }
