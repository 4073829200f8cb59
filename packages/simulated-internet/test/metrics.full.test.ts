import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { startControl, startInternet } from '../src/index.ts'
import { hasPrograms } from './support/programs.ts'

/* promtool of Prometheus accepts the metric of the active faults. */

describe.skipIf(!hasPrograms(['promtool'], 'metric'))('promtool', () => {
  it('finds nothing wrong with the metric of a healthy and of a faulty world', async () => {
    const internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const control = await startControl(internet)
    for (const scenario of ['healthy', 'mx-down+dmarc-none'] as const) {
      await internet.set({ scenario })
      const headers = { authorization: `Bearer ${control.token}` }
      const input = await (await fetch(`${control.url}/metrics`, { headers })).text()
      const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
      expect([status, stderr], scenario).toEqual([0, ''])
    }
    await control.close()
    await internet.close()
  })
})
