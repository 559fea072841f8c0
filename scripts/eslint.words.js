/** Phrases that read like a translation, with replacements. These are phrases, not words: `behind` a proxy is fine. */
const phrases = [
  [/\bstands? (?:in|at|on|below|above|again|twice|for|where|among|before|behind)\b/i, 'is'],
  [/\blook(?:s|ed|ing)? at\b/i, 'check, read'],
  [/\bin (?:the|its|their) place of\b|\bin its place\b/i, 'instead of'],
  [/(?<!\bthere )\b(?:is|are|be) no (?!longer\b)/i, 'is not a'],
  [/\b(?:holds?|has) no .* at all\b/i, 'has no'],
  [/\bthat many\b/i, 'so many, the number'],
  [/\b(?:is used|works|reads|behaves) otherwise\b/i, 'differently'],
  [/\ba text\b(?! (?:body|file))|(?<!\/)\btexts\b/i, 'a string'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\b(?:hangs?|hung) on\b/i, 'depends on'],
  [/\bin vain\b/i, 'fails'],
  [/\b(?:is|are|be) called\b/i, 'is named'],
  [/\bthe one\b.*\bthe other\b/i, 'name both'],
  [/\bthe old (?:form|way)\b/i, 'is deprecated; use X'],
  [/\bleft ?over that\b/i, 'is obsolete and ignored'],
  [/\bwithout a word\b/i, 'silently'],
  [/\bnobody that\b|\bnothing that\b|\bone that\b/i, 'say what it is'],
  [/\bof which\b/i, 'split the sentence'],
  [/\bturns? .*\baway\b/i, 'rejects'],
  [/\bmade anew\b|\banew\b/i, 'again'],
  [/\b(?:is|are) listened (?:on|in)\b/i, 'listens on'],
  [/\brefuses the file\b|\bstops while\b/i, 'refuses to start'],
  [/\bcrashes while\b/i, 'crashes when it starts'],
  [/\btakes? it as it is\b|\bnever uses it\b/i, 'has no effect'],
  [/\bread by no release\b|\bused by no code\b/i, 'is ignored'],
  [/\bno release [`\w.]+ is known\b/i, 'unknown release'],
  [/\bknows no\b/i, 'unknown key'],
  [/\bnothing to edit\b|\bwithout an edit\b/i, 'no change needed'],
  [/\bcounts? in\b|\bstarts? to count\b/i, 'takes effect'],
  [/\bmay (?:wait|be under way)\b/i, 'maximum number of'],
  [/\b(?:longest|shortest) (?:wait|time)\b/i, 'timeout, minimum, maximum'],
  [/\bin any case\b/i, 'always'],
  [/\bfor so long\b/i, 'for this long'],
  [/\breplace .* by\b/i, 'replace X with Y'],
  [/\bnameservers?\b/i, 'DNS server'],
]

/** Removes quoted text, which may use other words. */
const withoutQuotes = (text) => text.replaceAll(/`[^`]*`|"[^"]*"/g, '`x`')

/** A rule for sentences that users read: strings that contain a space. */
export const plainWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { phrase: '“{{ phrase }}” reads like a translation: write “{{ better }}”.' },
  },
  create(context) {
    const check = (node, written) => {
      if (!written.includes(' ')) return
      const text = withoutQuotes(written)
      for (const [phrase, better] of phrases) {
        const [found] = phrase.exec(text) ?? []
        if (found !== undefined)
          context.report({ node, messageId: 'phrase', data: { phrase: found, better } })
      }
    }
    return {
      Literal: (node) => {
        if (typeof node.value === 'string') check(node, node.value)
      },
      TemplateLiteral: (node) => {
        check(node, node.quasis.map(({ value }) => value.cooked ?? value.raw).join('`x`'))
      },
      // In JSON
      String: (node) => {
        check(node, node.value)
      },
    }
  },
}
