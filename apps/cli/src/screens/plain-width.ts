// COLORS matches color sequences, which take no columns. PLAIN matches characters that are one column wide in every terminal: ASCII, Latin
// letters, punctuation, arrows, mathematical signs, lines, blocks and the shapes of the trace.
const COLORS = /\u001b\[[\d;]*m/g
const PLAIN =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2200-\u22ff\u2500-\u25fc\u2714\u2716]*$/

/**
 * Returns the number of columns of a text, or undefined if it has characters that not every terminal shows with the same width. Measuring
 * them needs Unicode tables, which take as long to load as Node takes to start.
 */
export const plainWidth = (text: string): number | undefined => {
  const shown = text.includes('\u001b') ? text.replace(COLORS, '') : text
  return PLAIN.test(shown) ? shown.length : undefined
}
