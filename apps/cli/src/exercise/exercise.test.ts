import { describe, expect, it } from 'vitest'
import { readWorld, scenarios } from '@netbox/core'
import { exercisesOf, factsToRepair, faults } from './exercises.ts'
import { gradeAnswer, gradeRepair } from './grade.ts'

const AT = '2026-01-01T00:00:00.000Z'
const SEEDS = ['class', 'k3f9']
const all = await Promise.all(SEEDS.map(async (seed) => exercisesOf({ seed, at: AT })))
const tasks = all.flat()

describe.each(SEEDS)('the exercises of seed %s', (seed) => {
  const exercises = tasks.filter((exercise) => exercise.seed === seed)
  it('are 15 scenarios and more to find and to repair, and a fifth of those to find is healthy', () => {
    const find = exercises.filter(({ kind }) => kind === 'find')
    expect(find.filter(({ solution }) => solution === undefined)).toHaveLength(Math.floor(find.length / 5))
    for (const kind of ['find', 'repair']) {
      const set = exercises.filter((exercise) => exercise.kind === kind)
      expect(new Set(set.flatMap(({ solution }) => solution?.fault.scenario ?? [])).size).toBe(faults.length)
    }
    expect(faults.length).toBeGreaterThanOrEqual(15)
  })

  it('are the same for the same seed', async () => {
    expect(await exercisesOf({ seed, at: AT })).toEqual(exercises)
  })

  it('say nothing of the scenario in the task', () => {
    for (const { complaint, domains } of exercises)
      for (const { name } of scenarios) expect(`${complaint} ${domains.join(' ')}`.split(/[ ,]/)).not.toContain(name)
  })
})

it('keeps the tasks of a seed when a scenario gets another name', () => {
  const names = ['block-listed', 'cname-dangling', 'client-cert-required'].map(
    (scenario) => tasks.find(({ seed, solution }) => seed === 'k3f9' && solution?.fault.scenario === scenario)?.name,
  )
  expect(names).toEqual(['find-15', 'find-10', 'find-6'])
})

const found = tasks.filter(({ kind }) => kind === 'find')

describe('an answer', () => {
  it.each(found)(
    'to $name of $seed is right with the domain, a tool and the scenario, and wrong otherwise',
    (exercise) => {
      const { solution, domains } = exercise
      const right =
        solution === undefined
          ? { domain: 'none' }
          : { domain: solution.domain, component: solution.fault.tool, fault: solution.fault.scenario }
      expect(gradeAnswer(exercise, right)).toEqual({ right: true, reasons: [] })
      const wrong = [
        ...(solution === undefined ? domains : ['none', ...domains.filter((domain) => domain !== solution.domain)]).map(
          (domain) => ({ ...right, domain }),
        ),
        ...faults
          .filter(({ scenario }) => scenario !== solution?.fault.scenario)
          .map(({ scenario, tool }) => ({
            domain: solution?.domain ?? domains[0] ?? '',
            component: tool,
            fault: scenario,
          })),
        { domain: solution?.domain ?? domains[0] ?? '' },
        { domain: 'elsewhere.test', component: 'mx-record', fault: 'mx-down' },
      ]
      for (const answer of wrong)
        expect(gradeAnswer(exercise, answer), JSON.stringify(answer)).toMatchObject({ right: false })
    },
  )
})

const broken = tasks.filter(({ kind }) => kind === 'repair')

describe('a repair', () => {
  it.each(broken)('of $name of $seed is right with the healthy facts, and wrong without a change', async (exercise) => {
    const { faulty, healthy } = factsToRepair(exercise)
    expect(await gradeRepair(exercise, healthy)).toEqual({ right: true, reasons: [] })
    expect(await gradeRepair(exercise, faulty)).toMatchObject({ right: false })
  })

  it.each(broken)('of $name of $seed is wrong if other facts are gone', async (exercise) => {
    const { healthy } = factsToRepair(exercise)
    const { domains = {} } = readWorld(healthy).document
    const { [exercise.domains[0] ?? '']: _gone, ...rest } = domains
    const { right, reasons } = await gradeRepair(exercise, { ...healthy, domains: rest })
    expect(right).toBe(false)
    expect(reasons.join()).toMatch(/has changed/)
    expect(await gradeRepair(exercise, {})).toMatchObject({ right: false })
  })
})
