import { endpoint, errorsOf } from '@netbox/contract'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { findUnreached } from './find-unreached.ts'

const one = endpoint({
  id: 'x.y',
  method: 'GET',
  path: '/x',
  access: 'anyone',
  response: v.object({}),
  errors: ['not_found'],
  summary: 'Tests',
})

it('names every response that no test has seen, including the successful one', () => {
  expect(findUnreached(new Set(), [one])).toEqual(['success', ...errorsOf(one)].map((answer) => `x.y ${answer}`))
  expect(findUnreached(new Set(['x.y success', 'x.y busy', 'y.z not_found']), [one])).toEqual(
    expect.not.arrayContaining(['x.y success', 'x.y busy']),
  )
})

it('requires no database failure of endpoints that use only memory', () => {
  const unreached = findUnreached(new Set()).filter((answer) => answer.startsWith('plans.list '))
  expect(unreached).toContain('plans.list rate_limited')
  expect(unreached).not.toContain('plans.list database_unavailable')
})
