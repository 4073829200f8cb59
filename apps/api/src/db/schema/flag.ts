/** A boolean, as all engines keep it. */
export type Flag = 0 | 1
