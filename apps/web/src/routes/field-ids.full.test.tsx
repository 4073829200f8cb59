import { cleanup } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mockApi, visit } from '../testing/visit.tsx'
import { routes } from './routes.ts'

/** Returns the ids of the fields of the shown page that another element has too, or that React generated. */
const faultyIds = (): string[] =>
  [...document.querySelectorAll('input, select, textarea')]
    .map(({ id }) => id)
    .filter((id) => id !== '' && (/[:«»]|_r_/.test(id) || document.querySelectorAll(`[id="${id}"]`).length > 1))

it('every page has fields whose ids are their own and the same in every version', async () => {
  // One tool of each input stands for the others.
  const shown = [
    ...new Map(routes.map((route) => [`${route.page} ${route.tool?.input.type ?? route.path}`, route])).values(),
  ]
  const faults: string[] = []
  for (const { path, frame } of shown) {
    cleanup()
    const isInside = frame === 'dashboard'
    await visit(path, isInside ? { as: mockApi().addUser({ plan: 'enterprise', is_admin: true }) } : {})
    faults.push(...faultyIds().map((id) => `${path}: ${id}`))
  }
  expect(faults).toEqual([])
})
