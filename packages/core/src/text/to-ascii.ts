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

/** Writes a text in ASCII: signs become similar characters, accents go, and other characters become question marks. */
export const toAscii = (text: string): string =>
  text
    .replace(/[—–…→∞·’×≠]/g, (sign) => SUBSTITUTES[sign] ?? '?')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\n\x1b\x20-\x7e]/g, '?')
