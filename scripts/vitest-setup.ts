import fc from 'fast-check'

// fast-check draws a new seed for every run and prints it with the counterexample. FC_SEED sets the seed, FC_RUNS the number of cases
// (default 100). The quick set tries a quarter of them.
const { FC_SEED, FC_RUNS } = process.env
const runs = FC_RUNS ? Number(FC_RUNS) : import.meta.env.MODE === 'quick' ? 25 : undefined

fc.configureGlobal({
  ...(FC_SEED ? { seed: Number(FC_SEED) } : {}),
  ...(runs === undefined ? {} : { numRuns: runs }),
})
