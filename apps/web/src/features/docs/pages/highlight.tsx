import prism from 'prismjs'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StatusGlyph } from '../../../components/ui/glyphs/status-glyph.tsx'
import { AbsentGlyph, SourceGlyph, StepGlyph } from '../../../components/ui/glyphs/trace-glyphs.tsx'
import 'prismjs/components/prism-bash.js'
import 'prismjs/components/prism-go.js'
import 'prismjs/components/prism-ini.js'
import 'prismjs/components/prism-json.js'
import 'prismjs/components/prism-python.js'
import 'prismjs/components/prism-sql.js'
import 'prismjs/components/prism-typescript.js'
import 'prismjs/components/prism-yaml.js'

const grammars: Readonly<Record<string, string>> = {
  sh: 'bash',
  bash: 'bash',
  js: 'typescript',
  ts: 'typescript',
  typescript: 'typescript',
  go: 'go',
  ini: 'ini',
  json: 'json',
  python: 'python',
  sql: 'sql',
  yaml: 'yaml',
}

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const draw = (glyph: ReactElement): string => renderToStaticMarkup(glyph)

// The site's fonts lack the glyphs of a report, so they are drawn, each as wide as a letter. Screen readers need no label, because the
// words next to the glyphs have the same meaning.
const signs: Readonly<Record<string, string>> = {
  '●': draw(<SourceGlyph />),
  '■': draw(<StepGlyph />),
  '○': draw(<AbsentGlyph />),
  '✖': draw(<StatusGlyph severity="critical" />),
  '▲': draw(<StatusGlyph severity="warning" />),
  '◆': draw(<StatusGlyph severity="info" />),
  '✔': draw(<StatusGlyph severity="pass" />),
}
const SIGN = new RegExp(Object.keys(signs).join('|'), 'gu')

/** Highlights comments, keywords and keys of code as HTML. Unknown languages stay plain. */
export const highlight = (code: string, language: string): string => {
  const grammar = prism.languages[grammars[language] ?? '']
  if (language === 'text')
    return escapeHtml(code).replaceAll(SIGN, (sign) => `<span class="sign">${signs[sign]}</span>`)
  return grammar === undefined ? escapeHtml(code) : prism.highlight(code, grammar, language)
}

/** Marks lines of highlighted code: `6-9` or `3`, counted from 1. */
export const markLines = (html: string, range: string): string => {
  const [first = 0, last = first] = range.split('-').map(Number)
  const lines = html.split('\n')
  const [before, marked, after] = [lines.slice(0, first - 1), lines.slice(first - 1, last), lines.slice(last)]
  return [...before, `<mark>${marked.join('\n')}</mark>${after.join('\n')}`].join('\n')
}
