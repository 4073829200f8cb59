import type { Environment } from '../environment.ts'

const UNBOUNDED = 10_000

/** Gives the columns that a list may fill: those of the terminal; in a pipe nothing is cut, so that `grep` finds all. */
export const roomFor = (environment: Environment): number =>
  environment.isTerminal(1) ? environment.width(1) : UNBOUNDED
