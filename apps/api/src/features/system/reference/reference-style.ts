/** The style of the reference. It is a served file, because the content security policy allows no inline styles. */
export const referenceStyle = `
:root { color-scheme: light dark; --paper: #f3eee1; --sheet: #fbf8f0; --ink: #151a2d; --ink-2: #43485a; --rule: #d8cfba; --signal: #1f3db8; --tint: #eae3d2 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0e1220; --sheet: #151a2a; --ink: #f0eadb; --ink-2: #bebbb1; --rule: #272e42; --signal: #9fb4ff; --tint: #1d2335 }
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 32px clamp(16px, 4vw, 80px) 96px; max-width: 1080px; background: var(--paper); color: var(--ink); font: 15px/1.55 ui-sans-serif, system-ui, "Segoe UI", Roboto, Arial, sans-serif }
h1, h2 { font-family: Rockwell, "Roboto Slab", Georgia, serif; font-weight: 500; line-height: 1.15 }
h1 { font-size: 42px; margin: 0 }
h2 { font-size: 26px; margin: 48px 0 0; padding-top: 12px; border-top: 2px solid var(--ink) }
h3 { font-size: 15px; margin: 0; overflow-wrap: anywhere }
h4 { font-size: 13px; margin: 20px 0 4px }
p { margin: 4px 0; max-width: 72ch }
a { color: var(--signal) }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--signal); outline-offset: 2px }
code, .method { font: 500 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
article { padding: 16px 0; border-top: 1px solid var(--rule) }
article:target { background: var(--sheet) }
.method { display: inline-block; min-width: 56px }
.who, small, i { color: var(--ink-2) }
ul { margin: 4px 0; padding-left: 20px }
li { padding: 2px 0 }
li > p { display: inline }
summary { cursor: pointer; padding: 10px 0; font-weight: 600; font-size: 13px }
nav ul { columns: 3 260px; list-style: none; padding: 0 }
@media print { details > * { display: block } nav { display: none } }
`
