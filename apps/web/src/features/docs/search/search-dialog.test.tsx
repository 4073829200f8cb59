import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SearchDialog } from './search-dialog.tsx'
import { makeSearch, type DocsPlace } from './search-docs.ts'

const places: DocsPlace[] = [
  { id: '#start', title: 'Getting started', part: 'Start', text: 'Install and run.' },
  { id: '#ci', title: 'Fail a CI job', part: 'Recipes', text: 'A finding turns the build red.' },
  { id: '#ci-report', title: 'Write a report', page: 'Fail a CI job', part: 'Recipes', text: 'JUnit for the build.' },
]

it('offers the first pages, finds pages by word, and opens the selection of the arrow keys', async () => {
  const onClose = vi.fn<() => void>()
  const user = userEvent.setup()
  render(<SearchDialog search={makeSearch(places)} places={places} onClose={onClose} />)
  const optionsNow = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(optionsNow()).toEqual(['Getting startedStartInstall and run.'])

  const field = screen.getByRole('combobox', { name: 'Search the docs' })
  await user.type(field, 'build')
  expect(screen.getByRole('group', { name: 'Recipes' })).toBeDefined()
  expect(await screen.findByText('2 results, searched in this browser')).toBeDefined()
  await user.keyboard('{ArrowDown}')
  const selected = screen.getByRole('option', { selected: true })
  expect(field.getAttribute('aria-activedescendant')).toBe(selected.id)
  await user.keyboard('{Enter}')
  expect(location.hash).toBe(selected.getAttribute('href'))
  expect(onClose).toHaveBeenCalledOnce()
})

it('gives advice if nothing is found', async () => {
  const user = userEvent.setup()
  render(<SearchDialog search={makeSearch(places)} places={places} onClose={() => undefined} />)
  await user.type(screen.getByRole('combobox'), 'zzzzzz')
  expect(await screen.findByText(/^Nothing found for “zzzzzz”\. Try/)).toBeDefined()
  expect(screen.queryAllByRole('option')).toEqual([])
})
