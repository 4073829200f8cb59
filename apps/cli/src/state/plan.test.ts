import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CACHE_LIFETIME, needsRefresh, evaluate, type CachedPlan, planFile, planState } from './plan.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-20T08:00:00Z')
const pro: CachedPlan = {
  apiUrl: 'https://n.example',
  email: 'a@b.c',
  plan: 'pro',
  checked: NOW,
  until: NOW + CACHE_LIFETIME,
}

describe('a cached plan', () => {
  it('never grants more than the service did, nor for longer, with any clock', () => {
    const time = fc.integer({ min: NOW - 60 * DAY, max: NOW + 60 * DAY })
    fc.assert(
      fc.property(fc.constantFrom('free', 'pro', 'enterprise'), time, time, time, (plan, checked, until, now) => {
        const { plan: counts, kind } = evaluate({ ...pro, plan, checked, until }, now)
        expect([plan, 'free']).toContain(counts)
        const isOver = now >= until || now >= checked + CACHE_LIFETIME || now < checked - 5 * 60_000
        if (isOver) expect({ counts, kind }).toEqual({ counts: 'free', kind: 'expired' })
        else expect(counts).toBe(plan)
      }),
    )
  })

  it('is fetched again after a day, is valid for seven, and then no more', () => {
    expect(evaluate(pro, NOW + DAY - 1).kind).toBe('fresh')
    expect(evaluate(pro, NOW + DAY)).toMatchObject({ kind: 'stale', plan: 'pro' })
    expect(evaluate(pro, NOW + 7 * DAY - 1)).toMatchObject({ kind: 'stale', plan: 'pro' })
    expect(evaluate(pro, NOW + 7 * DAY)).toMatchObject({ kind: 'expired', plan: 'free' })
  })
})

describe('the service', () => {
  it('is called if the cached plan is old, or refuses a run and is older than a minute', () => {
    const cached = evaluate(pro, NOW)
    expect(needsRefresh(cached, NOW + 59_999, true)).toBe(false)
    expect(needsRefresh(cached, NOW + 60_000, true)).toBe(true)
    expect(needsRefresh(cached, NOW + 60_000, false)).toBe(false)
    expect(needsRefresh(evaluate(pro, NOW + DAY), NOW + DAY, false)).toBe(true)
    expect(needsRefresh({ kind: 'visitor', plan: 'free' }, NOW, true)).toBe(false)
  })

  it('is not called for a quarter of an hour after it did not answer', () => {
    const old = evaluate({ ...pro, tried: NOW + 2 * DAY }, NOW + 2 * DAY)
    expect(needsRefresh(old, NOW + 2 * DAY + 899_999, true)).toBe(false)
    expect(needsRefresh(old, NOW + 2 * DAY + 900_000, true)).toBe(true)
    // Setting the clock back does not stop the refreshes.
    expect(needsRefresh(evaluate({ ...pro, tried: NOW + 9 * DAY }, NOW + 2 * DAY), NOW + 2 * DAY, false)).toBe(true)
  })
})

describe('the cache file', () => {
  let stateFolder: string
  beforeEach(() => {
    stateFolder = mkdtempSync(join(tmpdir(), 'plan-'))
  })
  afterEach(() => rmSync(stateFolder, { recursive: true, force: true }))

  const stateWith = (text: string | undefined, token?: string, chosen?: string) => {
    const environment = {
      token,
      stateFolder,
      apiUrl: 'https://n.example',
      config: () => ({}),
      chosenPlan: () => chosen,
    }
    if (text !== undefined) {
      mkdirSync(dirname(planFile(environment)), { recursive: true })
      writeFileSync(planFile(environment), text)
    }
    return planState(environment, NOW)
  }

  it('is used', () => expect(stateWith(JSON.stringify(pro))).toMatchObject({ kind: 'fresh', plan: 'pro' }))

  it('is used only for its own service', () => {
    expect(stateWith(JSON.stringify({ ...pro, apiUrl: 'https://other.example' }))).toEqual({
      kind: 'visitor',
      plan: 'free',
    })
  })

  it('is empty for a visitor, and unknown for a token', () => {
    expect(stateWith(undefined)).toEqual({ kind: 'visitor', plan: 'free' })
    expect(stateWith(undefined, 'nbx_1')).toEqual({ kind: 'expired', plan: 'free' })
  })

  it('leaves the choice of the plan to a visitor, and to nobody else', () => {
    expect(stateWith(undefined, undefined, 'enterprise')).toEqual({
      kind: 'visitor',
      plan: 'enterprise',
      isChosen: true,
    })
    expect(() => stateWith(undefined, undefined, 'gold')).toThrow(
      "'gold' is not a plan. Expected one of free, pro, enterprise.",
    )
    expect(stateWith(undefined, 'nbx_1', 'enterprise')).toEqual({ kind: 'expired', plan: 'free' })
    expect(stateWith(JSON.stringify(pro), undefined, 'enterprise')).toMatchObject({ kind: 'fresh', plan: 'pro' })
  })

  it.each([
    ['is no JSON', '{'],
    ['is null', 'null'],
    ['names no plan', JSON.stringify({ ...pro, plan: 'gold' })],
    ['has no times', JSON.stringify({ ...pro, until: 'never' })],
    ['has no owner', JSON.stringify({ ...pro, email: 7 })],
  ])('grants no rights when it %s', (_what, text) => expect(stateWith(text).plan).toBe('free'))
})
