import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runPath, runState } from '../../lib/runs/run-links.ts'
import { readShareLink } from './read-share-link.ts'

const run = {
  tool: 'mx-record',
  input: 'mail.example',
  seed: 'k3f9',
  scenario: 'mx-down',
  at: '2026-01-01T00:00:00.000Z',
}

const read = async (path: string) => readShareLink(new URL(path, 'http://localhost').search)

describe('a link to a run', () => {
  it('restores the run that it was made from', async () => {
    expect(await read(runPath(run))).toEqual({ ...run, tool: undefined, problems: [] })
  })

  it.each([
    ['', 'The link names no version of the simulation. This is version 3, so the report may differ.'],
    ['&v=4', 'Version 4 of the simulation made this link. This is version 3, so the report may differ.'],
  ])('reports that another version made it (%j)', async (version, problem) => {
    const path = '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00:00:00Z'
    expect(await read(`${path}${version}`)).toMatchObject({ problems: [], remark: problem })
    expect((await read(`${path}&v=x`))?.remark).toBeUndefined()
  })

  it('keeps the version of a run from the history', () => {
    expect(runPath({ ...run, engine: 'netbox-sim/1' })).toMatch(/&v=1$/)
  })

  it('restores your own facts, in canonical form', async () => {
    const world = { hosts: { 'mx1.corp.example': { smtp: { state: 'refused' } } } } as const
    expect(await read(runPath({ ...run, world }))).toEqual({ ...run, tool: undefined, world, problems: [] })
    const typed = '{ "hosts": { "MX1.corp.example.": { "smtp": { "state": "refused" } } } }'
    expect(await readShareLink(`?world=${encodeURIComponent(typed)}`)).toEqual({ world, problems: [] })
  })

  it('leaves facts that are too long for it to the history of the browser', async () => {
    const world = { domains: { 'shop.example': { records: { TXT: ['x'.repeat(2100)] } } } }
    const path = runPath({ ...run, world })
    expect(path).toBe(runPath(run))
    const { search } = new URL(path, 'http://localhost')
    expect(await readShareLink(search, runState({ ...run, world }))).toMatchObject({
      seed: 'k3f9',
      world,
      problems: [],
    })
    expect(runState(run)).toEqual({ own: true })
  })

  it.each([
    ['domains: {}', 'The facts are not JSON. Write a YAML world file as JSON here.'],
    ['7', 'The world: Expected an object, not 7.'],
    ['{"domains":{"shop":{}}}', "domains.shop: 'shop' is not a domain name."],
    [`{"a":"${'x'.repeat(16_384)}"}`, 'The facts have 16392 bytes; the limit is 16384.'],
  ])('reports invalid facts in one sentence, and keeps the rest: %.30s', async (text, problem) => {
    const link = await readShareLink(`?input=shop.example&seed=k3f9&world=${encodeURIComponent(text)}`)
    expect(link).toEqual({ input: 'shop.example', seed: 'k3f9', problems: [problem] })
  })

  it('restores any input and seed', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(text, text, async (input, seed) => {
        fc.pre(seed.trim() === seed && seed.length <= 64)
        const found = await read(runPath({ ...run, input, seed }))
        expect(found?.input).toBe(input)
        expect(found?.seed).toBe(seed)
      }),
    )
  })

  it('fills in nothing for missing parts', async () => {
    expect(await readShareLink('')).toBeUndefined()
    expect(await readShareLink('?utm=x')).toBeUndefined()
  })

  it('accepts only a part of it', async () => {
    expect(await readShareLink('?scenario=MX-Down')).toEqual({ scenario: 'mx-down', problems: [] })
    expect(await readShareLink('?input=a%2520b')).toEqual({ input: 'a%20b', problems: [] })
  })

  it('accepts a timeline instead of a scenario, and returns its canonical form', async () => {
    const scenario = 'healthy,mx-down@2026-01-01T10:00Z..2026-01-01T10:30Z'
    expect(await read(runPath({ ...run, scenario }))).toMatchObject({ scenario, problems: [] })
    expect(await readShareLink('?scenario=MX-Down@10:00:00..10:30')).toEqual({
      scenario: 'mx-down@10:00..10:30',
      problems: [],
    })
    expect(await readShareLink('?scenario=none'), 'an old name').toEqual({ scenario: 'random', problems: [] })
    expect((await readShareLink('?scenario=mx-down@10:00..10:00'))?.problems).toEqual([
      "'mx-down@10:00..10:00' ends before or when it begins. Write the earlier time first.",
    ])
  })

  it('leaves out invalid parts, and reports them', async () => {
    const link = await readShareLink(`?input=x&seed=${'s'.repeat(65)}&scenario=mx-dwn&at=yesterday`)
    expect(link).toEqual({
      input: 'x',
      problems: [
        'A seed is text of 1 to 64 characters.',
        "There is no scenario 'mx-dwn'. Did you mean 'mx-down'?",
        "'yesterday' is not a time. Write it like 2026-01-01T00:00:00Z, from 1970 to 9999.",
      ],
    })
  })

  it('accepts no input that is too long for any tool', async () => {
    expect(await readShareLink(`?input=${'x'.repeat(65_537)}`)).toEqual({
      problems: ['The input of this link is too long. The limit is 65536 characters.'],
    })
  })

  it('is read without an error, whatever it contains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webQueryParameters(), fc.string(), async (query, tail) => {
        const link = await readShareLink(`?${query}&seed=${tail}&at=${tail}&scenario=${tail}&world=${tail}`)
        expect(link?.problems.length).toBeLessThanOrEqual(4)
      }),
      { numRuns: 40 },
    )
  })
})
