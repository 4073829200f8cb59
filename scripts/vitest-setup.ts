import fc from 'fast-check'

// fast-check draws a new seed for every run and prints it with the counterexample. FC_SEED replays one,
// FC_RUNS digs deeper than the usual hundred cases.
const { FC_SEED, FC_RUNS } = process.env

fc.configureGlobal({
  ...(FC_SEED ? { seed: Number(FC_SEED) } : {}),
  ...(FC_RUNS ? { numRuns: Number(FC_RUNS) } : {}),
})
