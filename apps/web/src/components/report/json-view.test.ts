import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../testing/any-text.ts'
import { jsonTokens, runJson, runText } from './json-view.tsx'
import { formatText, tools } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'

const kinds = (text: string) =>
  jsonTokens(text)
    .filter(({ kind }) => kind !== 'mark')
    .map(({ kind, text: piece }) => `${kind} ${piece}`)

describe('jsonTokens', () => {
  it('distinguishes keys from strings, and recognizes numbers and words', () => {
    expect(kinds('{"a": "b: \\"c\\"", "n": [-1.5e3, true, null]}')).toEqual([
      'key "a"',
      'string "b: \\"c\\""',
      'key "n"',
      'number -1.5e3',
      'word true',
      'word null',
    ])
  })

  it('returns the text of any JSON, and any text', () => {
    const text = fc.oneof(
      fc.json().map((json) => JSON.stringify(JSON.parse(json), null, 2)),
      anyText,
    )
    fc.assert(
      fc.property(text, (json) => {
        expect(
          jsonTokens(json)
            .map((token) => token.text)
            .join(''),
        ).toBe(json)
      }),
    )
  })

  it('finds every key of an object once', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())), (object) => {
        const keys = jsonTokens(JSON.stringify(object, null, 2)).filter(({ kind }) => kind === 'key')
        expect(keys.map(({ text }): unknown => JSON.parse(text))).toEqual(Object.keys(object))
      }),
    )
  })
})

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
