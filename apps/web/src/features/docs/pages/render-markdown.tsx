import GithubSlugger from 'github-slugger'
import { Marked, type Token, type Tokens } from 'marked'
import prism from 'prismjs'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Button } from '../../../components/ui/button.tsx'
import { CopyGlyph } from '../../../components/ui/glyphs/line-glyphs.tsx'
import {
  Status,
  StatusGlyph,
  AbsentGlyph,
  SourceGlyph,
  StepGlyph,
} from '../../../components/ui/glyphs/status-glyph.tsx'
import { docsTexts } from '../../../texts/docs.ts'
import { type Links, pathOf, resolveLink } from './addresses.ts'
import { known, textOf } from './read-outline.ts'
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
const escapeHtml = (text: string): string =>
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
const highlight = (code: string, language: string): string => {
  const grammar = prism.languages[grammars[language] ?? '']
  if (language === 'text')
    return escapeHtml(code).replaceAll(SIGN, (sign) => `<span class="sign">${signs[sign]}</span>`)
  return grammar === undefined ? escapeHtml(code) : prism.highlight(code, grammar, language)
}

/** Marks lines of highlighted code: `6-9` or `3`, counted from 1. */
const markLines = (html: string, range: string): string => {
  const [first = 0, last = first] = range.split('-').map(Number)
  const lines = html.split('\n')
  const [before, marked, after] = [lines.slice(0, first - 1), lines.slice(first - 1, last), lines.slice(last)]
  return [...before, `<mark>${marked.join('\n')}</mark>${after.join('\n')}`].join('\n')
}

/** A heading with an id, and the words below it. */
export interface Section {
  readonly id: string
  readonly heading: string
  readonly depth: number
  readonly text: string
}

/** A page of Markdown as HTML. */
export interface Rendered {
  readonly title: string
  /** The first paragraph as HTML and as plain text. */
  readonly lead: { readonly html: string; readonly text: string }
  readonly html: string
  readonly sections: readonly Section[]
  /** The paths of its pictures. */
  readonly pictures: readonly string[]
}

/** The options for rendering a page. */
export interface RenderOptions extends Links {
  readonly source: string
  /** Returns the width and height of a picture, so that the layout does not shift. */
  readonly sizeOf: (picture: string) => { readonly width: number; readonly height: number }
}

/** Returns the address of a picture of the documentation. */
const pictureAddress = (path: string): string => `/docs/${path.replace(/^docs\//, '')}`

const copyButton = draw(
  <Button isSmall variant="ghost" className="print:hidden" data-copy>
    <CopyGlyph />
    {docsTexts.copy}
  </Button>,
)
const noteHead = draw(<Status severity="info">{docsTexts.note}</Status>)

/** Renders a block of code. The word after the language is its caption, and `mark=6-9` marks lines. */
export const renderCode = ({ text, lang = '' }: Pick<Tokens.Code, 'text' | 'lang'>): string => {
  const [language = '', ...words] = lang.split(' ')
  const marked = words.find((word) => word.startsWith('mark='))?.slice('mark='.length)
  const title = words.find((word) => !word.startsWith('mark=')) ?? docsTexts.languages[language] ?? language
  const html = highlight(text, language)
  const code = `<pre class="code" tabindex="0"><code>${marked === undefined ? html : markLines(html, marked)}</code></pre>`
  const caption = `<figcaption><span>${escapeHtml(title)}</span>${language === 'text' ? '' : copyButton}</figcaption>`
  return `<figure class="codeb">${caption}${code}</figure>`
}

const NEEDS = /^<strong>You need<\/strong>\s*/
const NOTE = /^<p>\[!(?:NOTE|TIP|IMPORTANT)\]\s*/

const isComment = ({ type, raw }: Token): boolean => type === 'html' && raw.trimStart().startsWith('<!--')

// Signatures in the library's reference are for reading, not for copying.
const renderSignature = (text: string): string =>
  `<pre class="code" tabindex="0"><code>${highlight(text, 'typescript')}</code></pre>`

/** Collects the words below each heading. */
const sectionsOf = (tokens: readonly Token[]): Section[] => {
  const slugs = new GithubSlugger()
  const sections: { id: string; heading: string; depth: number; text: string }[] = []
  for (const token of tokens) {
    const block = known(token)
    if (block.type === 'heading') {
      const heading = textOf([block])
      sections.push({ id: slugs.slug(heading), heading, depth: block.depth, text: '' })
    } else {
      const last = sections.at(-1)
      if (last !== undefined && token.type !== 'space') last.text += `${textOf([token])} `
    }
  }
  return sections
}

const makeMarked = ({ source, sizeOf, ...links }: RenderOptions, pictures: string[]): Marked => {
  const slugs = new GithubSlugger()
  return new Marked({
    renderer: {
      heading({ tokens, depth }) {
        return `<h${depth} id="${slugs.slug(textOf(tokens))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      paragraph({ tokens }) {
        const html = this.parser.parseInline(tokens)
        if (!NEEDS.test(html)) return `<p>${html}</p>\n`
        const needs = html.replace(NEEDS, '').replace(/\.$/, '').split(' · ')
        return `<div class="need"><b>${docsTexts.need}</b><ul>${needs.map((need) => `<li>${need}</li>`).join('')}</ul></div>\n`
      },
      blockquote({ tokens }) {
        const html = this.parser.parse(tokens)
        if (!NOTE.test(html)) return `<blockquote>${html}</blockquote>\n`
        return `<div class="noteb">${noteHead}${html.replace(NOTE, '<p>')}</div>\n`
      },
      link({ href, tokens }) {
        const to = resolveLink(source, href, links)
        const words = this.parser.parseInline(tokens)
        return to === undefined ? words : `<a href="${escapeHtml(to)}">${words}</a>`
      },
      image({ href, text }) {
        const path = pathOf(source, href)
        pictures.push(path)
        const { width, height } = sizeOf(path)
        return `<img src="${pictureAddress(path)}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`
      },
      code: (code) =>
        source.startsWith('docs/library/') && code.lang === 'typescript'
          ? renderSignature(code.text)
          : renderCode(code),
      table({ header, rows }) {
        const cell = (name: 'th' | 'td', { text, tokens }: Tokens.TableCell): string =>
          // An empty heading is a normal cell, because screen readers would announce an empty heading cell.
          text === '' ? '<td></td>' : `<${name}>${this.parser.parseInline(tokens)}</${name}>`
        const row = (name: 'th' | 'td', cells: readonly Tokens.TableCell[]): string =>
          `<tr>${cells.map((one) => cell(name, one)).join('')}</tr>`
        // Many tables are lists of two columns with an empty heading row, which is omitted.
        const head = header.every(({ text }) => text === '') ? '' : `<thead>${row('th', header)}</thead>`
        const body = rows.map((cells) => row('td', cells)).join('')
        return `<div class="dtable" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`
      },
      // Comments are removed, and other markup is shown as text.
      html: (token) => (isComment(token) ? '' : escapeHtml(token.text)),
    },
  })
}

/** Renders a page of Markdown. Its title and its first paragraph are separate from the rest. */
export const renderMarkdown = (text: string, options: RenderOptions): Rendered => {
  const pictures: string[] = []
  const marked = makeMarked(options, pictures)
  const tokens = marked.lexer(text).filter((token) => token.type !== 'space' && !isComment(token))
  const [head, first, ...rest] = tokens
  const isLead = first?.type === 'paragraph' && !/^(?:\*\*You need|!\[)/.test(first.raw)
  const body = isLead ? rest : tokens.slice(1)
  return {
    title: head === undefined ? '' : textOf([head]),
    lead: isLead
      ? { html: marked.parser([first]), text: textOf([first]) }
      : { html: '', text: textOf(body.filter(({ type }) => type === 'paragraph').slice(0, 1)) },
    html: marked.parser(body),
    sections: sectionsOf(tokens),
    pictures,
  }
}
