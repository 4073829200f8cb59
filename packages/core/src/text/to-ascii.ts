const SUBSTITUTES: Readonly<Record<string, string>> = {
  '—': '-',
  '–': '-',
  '…': '~',
  '→': '->',
  '∞': 'unlimited',
  '·': '-',
  '’': "'",
  '×': 'x',
  '≠': '~',
}

/** Writes a text in ASCII alone: signs become what they look like, accents go, and what is left is a question mark. */
export const toAscii = (text: string): string =>
  text
    .replace(/[—–…→∞·’×≠]/g, (sign) => SUBSTITUTES[sign] ?? '?')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\n\x1b\x20-\x7e]/g, '?')
