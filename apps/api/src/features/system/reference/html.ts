/** Text that is already HTML. */
export interface Html {
  readonly html: string
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')

type Part = string | number | Html | readonly Html[] | undefined

const written = (part: Part = ''): string => {
  if (typeof part !== 'object') return escaped(String(part))
  return 'html' in part ? part.html : part.map(({ html }) => html).join('')
}

/** Creates HTML from a template. Escapes the inserted values, unless they are HTML. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, index) => text + written(parts[index])).join(''),
})

/** Converts text with `…` for code and **…** for emphasis to HTML. Blank lines separate paragraphs. */
export const prose = (text: string): Html[] =>
  text.split('\n\n').map((paragraph) => ({
    html: `<p>${escaped(paragraph.trim())
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')}</p>`,
  }))
