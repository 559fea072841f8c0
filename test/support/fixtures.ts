import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Fixture = {
  name: string
  text: string
  options: { target?: string; env?: Record<string, string> }
}

/** The files of a folder under fixtures/. Comments `#: target RELEASE` and `#: env NAME=VALUE` say how they are meant. */
export function fixtures(folder: string): Fixture[] {
  return readdirSync(join('fixtures', folder))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => {
      const text = readFileSync(join('fixtures', folder, name), 'utf8')
      const target = /^#: target (\S+)$/m.exec(text)?.[1]
      const env = [...text.matchAll(/^#: env (\w+)=(.*)$/gm)].map(
        ([, variable = '', value = '']) => [variable, value],
      )
      return {
        name: `${folder}/${name}`,
        text,
        options: {
          ...(target && { target }),
          ...(env.length > 0 && { env: Object.fromEntries(env) }),
        },
      }
    })
}
