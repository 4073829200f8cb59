import { createToolbox } from '@netbox/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Terminal } from './terminal.tsx'

it('shows the command’s output for this seed and scenario', async () => {
  const shown = renderToStaticMarkup(<Terminal />).replaceAll(/<[^>]+>/g, '')
  const box = createToolbox({ seed: 'k3f9', scenario: 'mx-down', at: '2026-11-20T08:14:02Z' })
  const { plot, findings, engine } = await box.run('mx-record', 'mail.example')
  expect(shown).toContain(`${engine} · seed k3f9`)
  const exchanges = plot.kind === 'exchanges' ? plot.exchanges : []
  expect(exchanges).toHaveLength(3)
  for (const { priority, exchange, address } of exchanges)
    expect(shown).toMatch(new RegExp(`${priority} +${exchange} +${address.replaceAll('.', String.raw`\.`)}`))
  for (const { title } of findings.slice(0, 3)) expect(shown).toContain(title)
})
