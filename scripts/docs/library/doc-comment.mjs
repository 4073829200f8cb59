/** @typedef {{ text: string, tags: { tag: string, text: string }[] }} DocComment */

/**
 * Parses a doc comment into its text and its tags.
 *
 * @param {string} comment  The comment without its delimiters.
 * @returns {DocComment}
 */
export const parseDocComment = (comment) => {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, ''))
  const [text = '', ...tags] = lines
    .join('\n')
    .split(/^@/m)
    .map((part) => part.trim())
  return {
    text,
    tags: tags.map((part) => {
      const [, tag = '', rest = ''] = /^(\w+)\s*([^]*)$/.exec(part) ?? []
      return { tag, text: rest }
    }),
  }
}

/** Returns the first sentence of a text, for lists. */
export const firstSentence = (text) => {
  const paragraph = text.split('\n\n')[0].replaceAll('\n', ' ')
  return /^.*?\.(?=\s+[A-Z`]|$)/.exec(paragraph)?.[0] ?? paragraph
}

// House style: functions begin with a verb in the third person ("Returns the …"), types and constants may be a noun phrase.
const VERB_FIRST = /^[A-Z][a-z]*s\s/
const LEAST_WORDS = 5

/** Returns the problem with a doc comment, or undefined if it has none. */
export const problemOf = (comment, kind) => {
  const { text } = parseDocComment(comment)
  if (text === '') return 'has no doc comment'
  if (kind === 'function' && !VERB_FIRST.test(text))
    return 'has a doc comment that does not begin with what it does, such as "Returns the …"'
  if (text.split(/\s+/).length < LEAST_WORDS) return 'has a doc comment that says little more than its name'
  if (!/[.:!?)]$/.test(text.split('\n\n')[0])) return 'has a doc comment whose first paragraph is not a sentence'
  return undefined
}
