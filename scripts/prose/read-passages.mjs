// Finds the prose in a file: the paragraphs of a Markdown page, the comments of a source, and the sentences in its string literals.
import { parseSync, Visitor } from 'oxc-parser'

/**
 * A piece of prose. Its kind is paragraph, heading, cell, comment or text.
 * @typedef {{ kind: string, line: number, text: string }} Passage
 */

let words = 0
/** Returns a placeholder for a piece of code or a value. Each placeholder differs, so none counts as a repeated word. */
const nextWord = () => `code${(words += 1)}`

/** Replaces each piece of code with one word, because code is not English, and each link with its text. */
const withoutCode = (text) =>
  text
    .replaceAll(/(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g, (match) => nextWord() + '\n'.repeat(match.split('\n').length - 1))
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\{@link ([^}]*)\}/g, '$1')
    .replaceAll(/<!--[\s\S]*?-->|<https?:[^>]*>|https?:\/\/\S+/g, (match) => match.replaceAll(/[^\n]+/g, ''))
    .replaceAll(/\*\*|(?<!\w)[*_]|[*_](?!\w)/g, '')

const tableCells = (row) => row.replaceAll('\\|', '/').split('|').slice(1, -1)

/** Returns the passages of a Markdown page without its code blocks. */
export const markdownPassages = (text) => {
  const passages = []
  let open
  let fence
  for (const [index, row] of text.split('\n').entries()) {
    const line = index + 1
    const marks = /^\s*(```+|~~~+)/.exec(row)?.[1]
    if (fence !== undefined || marks !== undefined) {
      if (fence === undefined) fence = marks
      else if (marks?.startsWith(fence)) fence = undefined
      open = undefined
    } else if (/^\s*$|^<!--|^\s*\|?[\s:|-]+\|[\s:|-]*$/.test(row)) open = undefined
    else if (/^\s*\|/.test(row)) {
      for (const cell of tableCells(row)) passages.push({ kind: 'cell', line, text: cell.trim() })
      open = undefined
    } else if (row.startsWith('#')) passages.push({ kind: 'heading', line, text: row.replace(/^#+\s*/, '') })
    else {
      const item = /^\s*(?:[-*+]|\d+\.)\s+(?:\[[ x]\]\s+)?/.exec(row)?.[0]
      if (open === undefined || item !== undefined) {
        open = { kind: 'paragraph', line, text: row.slice(item?.length ?? 0).replace(/^>\s*/, '') }
        passages.push(open)
      } else open.text += `\n${row.replace(/^\s*(?:>\s*)?/, '')}`
    }
  }
  return passages.map((passage) => ({ ...passage, text: withoutCode(passage.text) }))
}

const directive =
  /^\s*(?:oxlint|eslint|oxfmt|stryker|prettier|v8|c8|knip)[ -]|^\s*@(?:ts-|vitest|jsx|vite|__)|^\/|^!|^#|^\s*shellcheck/i

/** Returns the passages of a comment, without stars, tags, examples and blocks of code. */
const commentPassages = (value, line) => {
  const rows = value.split('\n').map((row) => row.replace(/^\s*\*+ ?/, ''))
  const passages = []
  let open
  let skipped = false
  for (const [index, row] of rows.entries()) {
    const tag = /^\s*@(\w+)/.exec(row)?.[1]
    if (tag !== undefined) skipped = !['param', 'returns', 'remarks', 'deprecated', 'throws'].includes(tag)
    if (/^\s*```/.test(row)) skipped = !skipped
    if (skipped || /^\s*(?:```.*|[-─=]*)$/.test(row)) open = undefined
    else if (open === undefined || tag !== undefined || /^\s*(?:[-*]|\d\.)\s/.test(row)) {
      open = {
        kind: 'comment',
        line: line + index,
        text: row
          .replace(/^\s*(?:[-*]|\d\.)\s+/, '')
          .replace(/^\s*@\w+\s*(?:\{[^}]*\}\s*)?(?:\[?[\w.]+\]?\s+-\s+)?/, ''),
      }
      passages.push(open)
    } else open.text += `\n${row}`
  }
  return passages.filter(
    ({ text }) => /[a-z] [a-z]/i.test(text) && !/^\s*(?:import|const|export|return|npm|await) /.test(text),
  )
}

/** Returns `true` if a string reads like a sentence or a label, and not like markup, SQL or a pattern. */
const isSentence = (text) =>
  text.split(/\s+/).length > 3 &&
  /^[\s"'“(]*[A-Z]/.test(text) &&
  !/^\s*[A-Z]{3,}\b|^M-?\d|[{};]\s|<\/|\\n|=>/.test(text)

/** Returns the passages of a source: its comments, and with `texts` the sentences in its strings. */
export const sourcePassages = (path, source, texts) => {
  const { comments, program } = parseSync(path, source)
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  const lineOf = (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle] <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
  const joined = []
  for (const { type, value, start, end } of comments) {
    if (directive.test(value)) continue
    const last = joined.at(-1)
    if (
      type === 'Line' &&
      last?.type === 'Line' &&
      /^\s*$/.test(source.slice(last.end, start)) &&
      lineOf(start) === last.lastLine + 1
    ) {
      Object.assign(last, { value: `${last.value}\n${value.trimStart()}`, end, lastLine: lineOf(start) })
    } else
      joined.push({
        type,
        value: value.trimStart(),
        line: lineOf(start + 2 + value.search(/\S|$/)),
        end,
        lastLine: lineOf(end),
      })
  }
  const passages = joined.flatMap(({ value, line }) => commentPassages(value, line))
  if (texts) {
    const add = (text, start) => {
      if (isSentence(text)) passages.push({ kind: 'text', line: lineOf(start), text })
    }
    const visitor = new Visitor({
      Literal: (node) => typeof node.value === 'string' && add(node.value, node.start),
      JSXText: (node) => add(node.value.replaceAll(/\s+/g, ' ').trim(), node.start),
      TemplateLiteral: (node) =>
        add(
          node.quasis.map(({ value }) => value.cooked).reduce((text, part) => text + nextWord() + part),
          node.start,
        ),
    })
    visitor.visit(program)
  }
  return passages.map((passage) => ({ ...passage, text: withoutCode(passage.text) }))
}
