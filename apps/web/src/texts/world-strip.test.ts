import { expect, it } from 'vitest'
import { worldWords } from './world-strip.ts'

const now = Date.parse('2026-11-20T10:12:00Z')

it.each([
  [{ seed: 'k3f9', scenario: 'random' }, ['k3f9', '', 'random faults · clock now']],
  [{ seed: 'k3f9', scenario: 'healthy' }, ['k3f9', '', 'no faults · clock now']],
  [{ scenario: 'mx-down+greylisting:shop.example' }, ['', 'mx-down + greylisting:shop.example', 'clock now']],
  [{ scenario: 'mx-down', at: '2026-11-20T08:14:00.000Z' }, ['', 'mx-down', 'clock 08:14 UTC']],
  [{ scenario: 'mx-down', at: '2026-01-02T08:14:00.000Z' }, ['', 'mx-down', 'clock 2026-01-02 08:14 UTC']],
  [{ scenario: 'mx-down', world: { domains: { 'a.example': {} } } }, ['', 'mx-down', '1 domain · clock now']],
  [{ scenario: 'mx-down@10:00..10:30' }, ['', 'mx-down', 'until 10:30, 18 min left']],
  [{ scenario: 'mx-down@23:00..12:00' }, ['', 'mx-down', 'until 12:00, 1 h 48 min left']],
  [{ scenario: 'healthy,mx-down@11:00..12:00' }, ['', '', 'no faults · mx-down from 11:00 UTC']],
  [{ scenario: 'healthy,mx-down@09:00..10:12' }, ['', '', 'no faults · mx-down from 09:00 UTC']],
  [
    { scenario: 'catch-all,mx-down@2026-11-20T10:00Z..2026-11-20T10:30Z', at: '2026-11-20T10:29:30Z' },
    ['', 'mx-down', 'clock 10:29 UTC · until 10:30, 1 min left'],
  ],
  [{ scenario: 'mx-down@2026-11-20T08:00Z..2026-11-20T09:00Z' }, ['', '', 'random faults · clock now']],
])('describes the world %j', (world, words) => {
  expect(Object.values(worldWords(world, now))).toEqual(words)
})
