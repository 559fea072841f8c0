/**
 * The lines of a resource that has the usual operations on records: `list`, `create`, `get`, `replace`, `patch` and
 * `delete`, lists of what is related to a record, by the ends of their paths, and others as they are.
 */
export const records = (
  path: string,
  related: string,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  list: `GET ${path} page`,
  create: `POST ${path} created json`,
  get: `GET ${path}/{id} data`,
  replace: `PUT ${path}/{id} empty json`,
  patch: `PATCH ${path}/{id} empty json again`,
  delete: `DELETE ${path}/{id} empty`,
  ...Object.fromEntries(
    related
      .split(' ')
      .filter(Boolean)
      .map((end) => [
        end.replace(/-./g, ([, letter = '']) => letter.toUpperCase()),
        `GET ${path}/{id}/${end} page`,
      ]),
  ),
  ...more,
})
