import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { visit } from '../../testing/visit.tsx'

it.each(['/login', '/register', '/reset', '/reset#token=a.b', '/confirm'])('%s has one heading', async (path) => {
  await visit(path)
  expect(await screen.findAllByRole('heading', { level: 1 })).toHaveLength(1)
})
