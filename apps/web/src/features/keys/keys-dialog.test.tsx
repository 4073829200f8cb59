import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { inputField } from '../../testing/run-tools.ts'
import { visit } from '../../testing/visit.tsx'

describe('the list of keys', () => {
  it('opens with a question mark, and closes with its button', async () => {
    const user = await visit('/help')
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keys' })
    expect(within(dialog).getByText('Ctrl K, ⌘ K')).toBeDefined()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull())
  })

  it('ignores a question mark that is typed into a field', async () => {
    const user = await visit('/mx-record')
    await user.type(inputField(), '?')
    expect(inputField().value).toBe('?')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
