import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PartBoundary } from '../../components/ui/page-boundary.tsx'
import { lazyPart } from './lazy-part.ts'

const Part = ({ name }: { readonly name: string }) => <p>{name} is here</p>

it('loads when it is rendered, and shows the fallback until then', async () => {
  const Later = lazyPart(async () => Promise.resolve(Part))
  render(
    <PartBoundary fallback="waiting">
      <Later name="A" />
    </PartBoundary>,
  )
  expect(screen.getByText('waiting')).toBeDefined()
  expect(await screen.findByText('A is here')).toBeDefined()
})

it('renders at once after a preload, without the fallback, and loads only once', async () => {
  let loads = 0
  const Later = lazyPart(async () => {
    loads += 1
    return Promise.resolve(Part)
  })
  await Promise.all([Later.preload(), Later.preload()])
  render(
    <PartBoundary fallback="waiting">
      <Later name="B" />
    </PartBoundary>,
  )
  expect(screen.getByText('B is here')).toBeDefined()
  expect(loads).toBe(1)
})

it('can be preloaded again after two failed tries', async () => {
  const MISSING = new TypeError('Failed to fetch')
  let tries = 0
  const Later = lazyPart(async () => (++tries > 2 ? Promise.resolve(Part) : Promise.reject(MISSING)))
  const failed = Later.preload().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await failed).toMatchObject({ name: 'MissingCode', cause: MISSING })
  await expect(Later.preload()).resolves.toBeUndefined()
})

it('shows other content in place of a part whose code is missing', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const Later = lazyPart<object>(async () => Promise.reject(new TypeError('Failed to fetch')))
  render(
    <PartBoundary instead="only in words">
      <Later />
    </PartBoundary>,
  )
  await act(async () => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByText('only in words')).toBeDefined()
})
