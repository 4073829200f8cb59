import { createToolbox, scenarios, tools } from '@netbox/core'

const SEEDS = ['k3f9', '42', 'ünïcödé ✓']

/** Runs every tool in every scenario for three seeds at a fixed time. Returns the runs as JSON text, by name. */
export const goldenRuns = async (): Promise<Record<string, string>> => {
  const runs: Record<string, string> = {}
  for (const seed of SEEDS) {
    for (const { name: scenario } of scenarios) {
      const box = createToolbox({ seed, scenario, at: '2026-11-20T08:14:02Z', plan: 'enterprise' })
      for (const { id, placeholder } of tools)
        runs[`${id} ${scenario} ${seed}`] = JSON.stringify(await box.run(id, placeholder))
    }
  }
  return runs
}
