import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import { mxRecord } from './mx-record.ts'

describeTool(
  mxRecord,
  {
    accepts: {
      'mail.example': 'mail.example',
      'HTTPS://User@Shop.Example:8443/cart?x=1': 'shop.example',
      'ana@harbour.example': 'harbour.example',
      'münchen.example': 'xn--mnchen-3ya.example',
      'mail.example.': 'mail.example',
    },
    refuses: [
      '198.51.100.25',
      'mail..example',
      'mail',
      '-mail.example',
      'ma il.example',
      'mail\u0000.example',
      'mail\u202e.example',
      `${'a'.repeat(64)}.example`,
      'a'.repeat(1_000_000),
    ],
  },
  runner,
)

describe('mx-record', () => {
  it('lists the exchanges in the order in which senders try them', async () => {
    const { result } = await fixedWorld('none', 'k3f9').run('mx-record', 'mail.example')
    const priorities = result.records.map(({ priority }) => priority)
    expect(priorities).toEqual(priorities.toSorted((a, b) => a - b))
    expect(new Set(priorities).size).toBe(priorities.length)
  })

  it('writes host names in small letters at the beginning of a sentence too', async () => {
    const { findings } = await fixedWorld('none', 'k3f9').run('mx-record', 'mail.example')
    expect(findings.find(({ code }) => code === 'mx-one-network')?.title).toBe('mx1 and mx3 share one network')
  })
})
