import { tools } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'
import { describe, expect, it } from 'vitest'
import { fieldLabel, resultBlocks } from './result-table.tsx'

describe('fieldLabel', () => {
  it('writes JSON names as words, and initialisms in capitals', () => {
    expect(fieldLabel('packets_sent')).toBe('Packets sent')
    expect(fieldLabel('ip')).toBe('IP')
    expect(fieldLabel('supports_tls')).toBe('Supports TLS')
  })
})

describe('resultBlocks', () => {
  it('returns fields first, lists of objects as tables with numbers to the right', () => {
    const blocks = resultBlocks({
      domain: 'a.example',
      records: [{ ip: '192.0.2.1', ttl: 60 }],
      flags: [],
      ok: true,
      none: null,
    })
    expect(blocks).toEqual([
      {
        kind: 'fields',
        fields: [
          { label: 'Domain', values: ['a.example'] },
          { label: 'Flags', values: ['none'] },
          { label: 'Ok', values: ['yes'] },
          { label: 'None', values: ['—'] },
        ],
      },
      {
        kind: 'table',
        label: 'Records',
        columns: [
          { label: 'IP', isNumber: false },
          { label: 'TTL', isNumber: true },
        ],
        rows: [['192.0.2.1', '60']],
      },
    ])
  })

  it('shows every field of every tool, in plain text', async () => {
    for (const { id, placeholder } of tools) {
      const { result } = await fixedWorld().run(id, placeholder)
      const text = JSON.stringify(resultBlocks(result))
      expect(text).not.toContain('[object')
      for (const name of Object.keys(result)) expect(text).toContain(fieldLabel(name))
    }
  })
})
