const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')

const row = (cells) => `| ${cells.map(cell).join(' | ')} |`

/** Formats a Markdown table. */
export const tableOf = (heads, rows) =>
  [row(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n')

/** Returns the anchor of a heading, as Markdown renderers generate it. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
