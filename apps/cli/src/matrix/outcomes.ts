/** How the command took a fault, from the best to the worst. */
export const outcomes = ['survived', 'not-met', 'unstable', 'failed', 'hung'] as const

export type MatrixOutcome = (typeof outcomes)[number]

const ORDER: readonly MatrixOutcome[] = ['failed', 'hung', 'unstable', 'survived', 'not-met']

/** Sorts rows as tables list them: what breaks the command first. */
export const worstFirst = (
  one: { readonly outcome: MatrixOutcome },
  other: { readonly outcome: MatrixOutcome },
): number => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome)

/** The outcomes that a reader has to look at. */
export const bad: ReadonlySet<MatrixOutcome> = new Set(['unstable', 'failed', 'hung'])

/** Returns a function that counts the rows with an outcome. */
export const countOutcomes =
  (rows: readonly { readonly outcome: MatrixOutcome }[]) =>
  (outcome: MatrixOutcome): number =>
    rows.filter((row) => row.outcome === outcome).length
