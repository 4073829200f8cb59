import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Finds the palette's input field. */
export const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Find a tool' })

/** Finds the entry that Enter would choose. */
export const chosen = () =>
  within(screen.getByRole('listbox', { name: 'Results' })).getByRole('option', { selected: true })

/** Returns the terminal command that the palette shows. */
export const command = () =>
  screen.getByRole('group', { name: 'The same in a terminal, in a clone of netbox' }).textContent

/** Opens the palette by its keys, and types into it. */
export const openPalette = async (user: UserEvent, text = ''): Promise<void> => {
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Find a tool' })
  expect(document.activeElement).toBe(field())
  if (text !== '') await user.keyboard(text)
}
