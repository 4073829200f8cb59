// The claims about all worlds with 100 random cases instead of 25, and the texts and pairs of every scenario instead of a sample.
await import('./coherence.test.ts')
await import('./address-plan.test.ts')
await import('./names.test.ts')
await import('../src/tools/dns/coherence.test.ts')
await import('../src/terminal/format-comparison.test.ts')
await import('../src/terminal/format-text.test.ts')
await import('../src/scenarios/combination.test.ts')
