/** A piece of a page that is safe to be put into it. */
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

/** Writes a piece of a page; texts that are put into it are escaped. */
export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: pieces.reduce((all, piece, index) => all + written(parts[index - 1]) + piece),
})

// The colors and lines of the product, without anything to load.
const style = `
:root { color-scheme: light dark; --paper: light-dark(#f3eee1, #0e1220); --sheet: light-dark(#fbf8f0, #151a2a);
  --ink: light-dark(#151a2d, #f0eadb); --ink-2: light-dark(#43485a, #bebbb1); --rule: light-dark(#b9ae93, #3c455e);
  --control: light-dark(#857b63, #6f7892); --signal: light-dark(#1f3db8, #9fb4ff); --signal-ink: light-dark(#fff, #0b1024);
  --sim: light-dark(#704400, #ffd277); --sim-wash: light-dark(#fbe3a6, #3a2c0c); --crit: light-dark(#a8261c, #ff9483) }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 4rem }
.mark { background: var(--sim-wash); color: var(--sim); padding: .5rem 1rem; text-align: center; margin: 0 }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem } section > h2, form.sheet > label:first-of-type { margin-top: 0 } form.sheet > p:last-child { margin: 1rem 0 0 } h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
section, form.sheet { background: var(--sheet); border: 1px solid var(--rule); padding: 1rem; margin: 1rem 0 }
label { display: block; margin: .75rem 0 .25rem }
input, select { font: inherit; width: 100%; padding: .5rem; border: 1px solid var(--control); background: var(--paper); color: inherit }
button { font: inherit; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--signal); background: var(--signal); color: var(--signal-ink); cursor: pointer }
button.quiet { background: none; color: var(--signal) }
form.inline { display: inline-block; margin: .25rem .5rem .25rem 0 }
:focus-visible { outline: 3px solid var(--signal); outline-offset: 2px }
a { color: var(--signal) } small, .note { color: var(--ink-2) } .error { color: var(--crit) }
table { width: 100%; border-collapse: collapse } td, th { text-align: left; padding: .25rem .5rem .25rem 0; border-bottom: 1px solid var(--rule) }
.scroll { overflow-x: auto }
`

/** Writes a whole page, which says what it is. */
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
          This is a double of the payment provider, for development. No money moves. Use the cards of tests alone.
        </p>
        <main>${body}</main>
      </body>
    </html>`.html

/** Writes a table: its headings, and the cells of each row. */
export const table = (headings: readonly string[], rows: readonly (readonly (string | number | Html)[])[]): Html =>
  html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th>${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

/** Tells what went wrong, if anything did. */
export const alert = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p class="error" role="alert">${problem}</p>`

/** Shows an amount in cents. */
export const money = (amount: number, currency: string): string =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`

/** Shows a moment in epoch seconds. */
export const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)
