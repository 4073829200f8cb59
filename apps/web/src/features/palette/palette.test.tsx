import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { inputField } from '../../testing/run-tools.ts'
import { arriveAt, visit } from '../../testing/visit.tsx'
import { field, chosen, command, openPalette } from '../../testing/palette.ts'
const options = () => within(screen.getByRole('listbox', { name: 'Results' })).getAllByRole('option')

const isClosed = async (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('the palette, by keyboard', () => {
  it('leads from a word to the tool, and closes', async () => {
    const user = await visit('/help')
    await openPalette(user, 'mx')
    expect(chosen().textContent).toContain('MX Record')
    await user.keyboard('{Enter}')
    await arriveAt('/mx-record')
    await screen.findByRole('heading', { level: 2, name: 'MX Record' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('accepts an input and a word together, and does not run by itself', async () => {
    const user = await visit('/help')
    await openPalette(user, 'mail.example mx')
    expect(screen.getByRole('group', { name: 'Run on mail.example' })).toBeDefined()
    expect(command()).toBe('netbox mx-record mail.example')
    await user.keyboard('{Enter}')
    await arriveAt('/mx-record?input=mail.example')
    await screen.findByRole('heading', { level: 2, name: 'MX Record' })
    await waitFor(() => expect(inputField().value).toBe('mail.example'))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('moves with the arrow keys, cycles at both ends, and marks the selection', async () => {
    const user = await visit('/help')
    await openPalette(user)
    const ids = options().map(({ id }) => id)
    const active = () => field().getAttribute('aria-activedescendant')
    expect(active()).toBe(ids[0])
    await user.keyboard('{ArrowDown}')
    expect(active()).toBe(ids[1])
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(active()).toBe(ids.at(-1))
    expect(chosen().id).toBe(ids.at(-1))
  })

  it('is closed by the keys that opened it', async () => {
    const user = await visit('/help')
    await openPalette(user, 'trace')
    await user.keyboard('{Control>}k{/Control}')
    await isClosed()
  })

  it('copies the chosen line as a command', async () => {
    const user = await visit('/help')
    await openPalette(user, 'mail.example spf')
    await user.keyboard('{Control>}c{/Control}')
    await screen.findByText('Copied')
    expect(await navigator.clipboard.readText()).toBe('netbox spf-check mail.example')
  })
})

describe('the list', () => {
  it('reports that nothing was found', async () => {
    const user = await visit('/help')
    await openPalette(user, 'zzzzqq')
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(said).toContain('No results.')
    await user.keyboard('{Enter}')
    expect(location.pathname).toBe('/help')
    expect(screen.getByRole('dialog')).toBeDefined()
  })

  it('offers pages of the documentation', async () => {
    const user = await visit('/help')
    await openPalette(user, 'pytest')
    const docs = await screen.findByRole('group', { name: 'Documentation' })
    expect(within(docs).getByText('Test a mail sender with pytest')).toBeDefined()
  })
})
