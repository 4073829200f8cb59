import fc from 'fast-check'

// fast-check chooses a new seed for every run and prints it with a counterexample. FC_SEED sets the seed, and FC_RUNS the number of cases.
// The default is 100, and 25 in the quick set.
const { FC_SEED, FC_RUNS } = process.env
const runs = FC_RUNS ? Number(FC_RUNS) : import.meta.env.MODE === 'quick' ? 25 : undefined

fc.configureGlobal({
  ...(FC_SEED ? { seed: Number(FC_SEED) } : {}),
  ...(runs === undefined ? {} : { numRuns: runs }),
})
