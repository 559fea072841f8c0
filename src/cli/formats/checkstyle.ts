import type { OutputFormat } from './format.js'
import type { XmlElement } from './xml.js'
import { formatXml } from './xml.js'

/** Follows `checkstyle-report-1.0.0.xsd` of the Checkstyle project; `version` is the version of the format. */
export const checkstyle: OutputFormat = {
  name: 'checkstyle',
  summary: 'the XML format of Checkstyle',
  reader: 'program',
  omitsFixes: true,

  print: (reports, { refused }) => {
    const files = reports.map(({ path, diagnostics }): XmlElement => ({
      name: 'file',
      attributes: { name: path },
      content: diagnostics.map(({ rule, severity, message, range: { start } }) => ({
        name: 'error',
        attributes: {
          line: start.line + 1,
          column: start.character + 1,
          severity,
          message,
          source: `routerfile.${rule}`,
        },
      })),
    }))
    const exceptions = refused.map((why): XmlElement => ({ name: 'exception', content: why }))
    return formatXml({
      name: 'checkstyle',
      attributes: { version: '4.3' },
      content: [...files, ...exceptions],
    })
  },
}
