import { formatText, tools } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'
import { describe, expect, it } from 'vitest'
import { runJson, runText } from './report-views.ts'

describe('runText', () => {
  it('aligns as core writes it, with only characters of the web font', async () => {
    for (const { id, placeholder } of tools) {
      const run = await fixedWorld('propagation-partial').run(id, placeholder)
      const text = runText(run)
      expect(text).not.toMatch(/[\u2190-\u2bff]/)
      expect(text.split('\n').map((line) => line.length)).toEqual(
        formatText(run, { full: true })
          .split('\n')
          .map((line) => line.length),
      )
      expect(text).toContain(run.verdict.sentence.slice(0, 20))
    }
  })

  it('leaves the visitor’s input unchanged', async () => {
    const pasted = 'Received: from a ─ b → c ✔ (mx.example)\nSubject: ● ten\n\n'
    const run = await fixedWorld().run('header-analyzer', pasted)
    expect(runText(run)).toContain('a ─ b → c ✔')
  })

  it('keeps accents', async () => {
    expect(runText(await fixedWorld().run('dns-propagation', 'shop.example'))).toContain('São Paulo')
  })
})

describe('runJson', () => {
  it('is the run', async () => {
    const run = await fixedWorld().run('mx-record', 'mail.example')
    expect(JSON.parse(runJson(run))).toEqual(run)
  })
})
