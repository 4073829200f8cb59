import { describe, expect, it } from 'vitest'
import { scenarioFor } from './scenario-for.ts'

describe('scenarioFor', () => {
  it.each([
    ['mx-down', ['shop.example'], 'mx-down:shop.example'],
    ['mx-down', ['shop.example', 'mail.example'], 'mx-down:shop.example+mx-down:mail.example'],
    ['healthy,mx-down@10:00..10:30', ['shop.example'], 'healthy,mx-down:shop.example@10:00..10:30'],
    ['mx-down:other.example+spf-permerror', ['shop.example'], 'mx-down:other.example+spf-permerror:shop.example'],
    ['random', ['shop.example'], 'random'],
    ['mx-down', [], 'mx-down'],
    [undefined, ['shop.example'], undefined],
  ] as const)('of %j for %j is %j', (scenario, domains, text) => {
    expect(scenarioFor({ scenario, domains })).toBe(text)
  })
})
