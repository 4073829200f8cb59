import fc from 'fast-check'

// fast-check chooses a new seed for every run and prints it with a counterexample. FC_SEED sets the seed, and FC_RUNS the number of cases.
// The default is 100 for a file alone, and fewer in the sets.
const { FC_SEED, FC_RUNS } = process.env
const OF_SET: Readonly<Record<string, number>> = { quick: 20, full: 40 }
const runs = FC_RUNS ? Number(FC_RUNS) : OF_SET[import.meta.env.MODE]

fc.configureGlobal({
  ...(FC_SEED ? { seed: Number(FC_SEED) } : {}),
  ...(runs === undefined ? {} : { numRuns: runs }),
})
