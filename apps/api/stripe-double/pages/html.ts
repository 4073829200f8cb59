import type { Store } from '../store.ts'
import { Refusal } from '../wire.ts'

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

/** A request for a page, with the submitted form. */
export interface PageCall {
  readonly store: Store
  readonly method: string
  readonly id: string
  readonly form: Readonly<Record<string, string>>
}

/** The response: a page, or a redirect. */
export type PageAnswer = { readonly status: number; readonly html: string } | { readonly to: string }

/** Runs a form's action and redirects to its result; shows the page again with the message of a refusal. */
export const submit = (work: () => string, show: (problem: string) => PageAnswer): PageAnswer => {
  try {
    return { to: work() }
  } catch (error) {
    if (error instanceof Refusal) return show(error.message)
    throw error
  }
}

const style = `
:root { color-scheme: light dark }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 16px/1.5 system-ui, sans-serif }
.mark { border: 1px solid; padding: .5rem 1rem; text-align: center }
label { display: block } input, button { font: inherit; padding: .5rem; margin: .25rem 0 }
form.inline { display: inline-block } th, td { text-align: left; padding-right: 1rem }
`

/** Writes a whole page, with a note that it belongs to a fake payment provider. */
export const page = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${{ html: style }}
        </style>
      </head>
      <body>
        <p class="mark" role="note">
          This is a fake payment provider, for development. No real money is charged. Use test cards only.
        </p>
        <main>${body}</main>
      </body>
    </html>`.html

/** Writes a table: its headings, and the cells of each row. */
export const table = (headings: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html =>
  html`<table>
    <tr>
      ${headings.map((heading) => html`<th>${heading}</th>`)}
    </tr>
    ${rows.map(
      (cells) =>
        html`<tr>
          ${cells.map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
    )}
  </table>`

/** Returns the response for a page that was completed, has expired or never existed. */
export const gone = (title: string): PageAnswer => ({
  status: 404,
  html: page(title, html`<h1>This page is closed</h1>`),
})

/** Shows the message of a refusal. */
export const alert = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p role="alert">${problem}</p>`

/** Formats an amount in cents. */
export const money = (amount: number): string => `${(amount / 100).toFixed(2)} USD`

/** Formats a time in epoch seconds. */
export const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)
