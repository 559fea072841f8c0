import { formatScalar } from '../../edit/edit.js'
import { readString } from '../suggest.js'
import { toPath } from '../../document/diagnostic.js'
import { formatList } from '../../document/words.js'
import { formatName, formatSentences, formatVariables, quoteText } from '../../schema/messages.js'
import { under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const unbracedVariable = defineObservationRule({
  id: 'unbraced-variable',
  severity: 'warning',
  summary: 'A dollar sign in a value begins an environment variable.',
  why: 'The router replaces every `$NAME`, in passwords too and in the middle of a word, and expands a variable that is not set to nothing. A dollar sign cannot be escaped. Nothing is reported if the environment is known: the rule unset-variable then says which variables are not set.',
  examples: {
    bad: [
      under('proxy')`
        type: http
        address: proxy.example.com:3128
        username: ziti
        password: pa$word #! cannot be escaped
      `,
      under('edge')`db: data$1.db #! write \`\${1}\``,
    ],
    good: [
      under('proxy')`
        type: http
        address: proxy.example.com:3128
        username: ziti
        password: \${PROXY_PASSWORD}
      `,
      under('edge')`db: $HOME/router-$NAME.db`,
    ],
  },
  suggest: (path, { document }) => {
    const writtenText = readString(document, path)
    return writtenText === undefined || !/\$\w/.test(writtenText)
      ? []
      : [
          { path, value: formatScalar(writtenText.replace(/\$(\w+)/g, '$${$1}')) },
          { path, value: formatScalar(writtenText.replace(/\$(?=\w)/g, '')) },
        ]
  },
  observes: 'unbraced-variable',
  report: ({ key, place, variables }) => {
    const variableList = formatList(
      variables.map((name) => (key.isSecret ? formatVariables([name], true) : quoteText(name))),
    )
    const name = formatName(toPath(place))
    const isSingle = variables.length === 1
    return {
      message: formatSentences(
        `the router expands ${variableList} in ${name}, as ${isSingle ? 'a variable' : 'variables'} of its environment`,
        key.isSecret
          ? 'a dollar sign cannot be escaped: put the whole value into a variable and write `${NAME}`, or choose one without a dollar sign'
          : `if ${isSingle ? 'it is' : 'they are'} meant, write ${formatList(variables.map((variable) => `\`\${${variable.slice(1)}}\``))}; otherwise remove the dollar sign, which cannot be escaped`,
      ),
    }
  },
})
