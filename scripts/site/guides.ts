/** The guides by task, in the order of the sidebar; the very first one is where to start. */
const tasks: Readonly<Record<string, readonly string[]>> = {
  Start: ['start', 'playground', 'ui', 'executable'],
  'Check and fix': [
    ...['fix', 'ci', 'configuration', 'suppressions', 'templates', 'embedded'],
    ...['explain', 'effective'],
  ],
  'Change releases and files': ['upgrade', 'versions', 'specification'],
  'Make new files': ['generate', 'generators'],
  'Whole networks': ['mesh', 'live', 'service', 'management-client', 'differences'],
  'Editors and programs': ['editor', 'completion', 'library', 'schema', 'performance'],
}

/**
 * Groups pages by task; pages without a task are added to the last group, so that new pages are listed.
 *
 * @param pages Pages whose paths end with the name of their file, without its extension.
 */
export function groupByTask<Page extends { path: string }>(
  pages: readonly Page[],
): { title: string; pages: Page[] }[] {
  const getName = ({ path }: Page): string => path.slice(path.lastIndexOf('/') + 1)
  const named = new Set(Object.values(tasks).flat())
  const groups = Object.entries(tasks)
  return groups.map(([title, names], index) => ({
    title,
    pages: [
      ...names.flatMap((name) => pages.filter((page) => getName(page) === name)),
      ...(index === groups.length - 1 ? pages.filter((page) => !named.has(getName(page))) : []),
    ],
  }))
}
