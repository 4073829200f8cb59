import type { Store } from '../store.ts'
import { Refusal } from '../wire.ts'

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

/** HTML that is safe in a page. */
export interface Html {
  readonly html: string
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

type Part = string | number | Html | readonly Html[] | undefined

const written = (part: Part): string => {
  if (part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'html' in part ? part.html : part.map(({ html }) => html).join('')
}

/** Writes a piece of a page. Texts in it are escaped. */
export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: pieces.reduce((all, piece, index) => all + written(parts[index - 1]) + piece),
})

const style = `
:root { color-scheme: light dark; --line: light-dark(#857b63, #6f7892); --accent: light-dark(#1f3db8, #9fb4ff) }
* { box-sizing: border-box }
body { margin: 0; background: light-dark(#f3eee1, #0e1220); color: light-dark(#151a2d, #f0eadb); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 1rem }
.mark { background: light-dark(#fbe3a6, #3a2c0c); padding: .5rem 1rem; text-align: center; margin: 0 }
section, form.sheet { border: 1px solid var(--line); padding: 1rem; margin: 1rem 0 }
label { display: block; margin: .75rem 0 .25rem }
input, select, button { font: inherit; padding: .5rem; border: 1px solid var(--line); background: transparent; color: inherit }
option { color: CanvasText; background: Canvas }
button { min-height: 2.75rem; border-color: var(--accent); color: var(--accent); cursor: pointer }
form.inline { display: inline-block; margin: .25rem .5rem .25rem 0 }
a { color: var(--accent) } [role=alert] { color: light-dark(#a8261c, #ff9483) }
table { width: 100%; border-collapse: collapse } td, th { text-align: left; padding: .25rem .5rem .25rem 0 }
.scroll { overflow-x: auto }
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
          This is a double of the payment provider, for development. No money moves. Use test cards only.
        </p>
        <main>${body}</main>
      </body>
    </html>`.html

const row = (tag: 'td' | 'th', cells: readonly (string | number | Html)[]): Html =>
  html`<tr>
    ${cells.map((cell) => (tag === 'td' ? html`<td>${cell}</td>` : html`<th>${cell}</th>`))}
  </tr>`

/** Writes a table: its headings, and the cells of each row. */
export const table = (headings: readonly string[], rows: readonly (readonly (string | number | Html)[])[]): Html =>
  html`<div class="scroll">
    <table>
      ${row('th', headings)} ${rows.map((cells) => row('td', cells))}
    </table>
  </div>`

/** Shows the message of a refusal. */
export const alert = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p role="alert">${problem}</p>`

/** Formats an amount in cents. */
export const money = (amount: number): string => `${(amount / 100).toFixed(2)} USD`

/** Formats a time in epoch seconds. */
export const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)
