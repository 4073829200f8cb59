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

/** Converts a text to ASCII: signs become similar characters, accents are removed, and other characters become question marks. */
export const toAscii = (text: string): string =>
  text
    .replace(/[—–…→∞·’×≠]/g, (sign) => SUBSTITUTES[sign] ?? '?')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\n\x1b\x20-\x7e]/g, '?')
