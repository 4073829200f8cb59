import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { mockApi, visit } from './visit.tsx'

/** Waits until the page knows its user. */
export const isLoaded = async () => waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())

/** Opens a page of the dashboard as a newly registered user. */
export const visitAsMember = async (path: string) => {
  const user = await visit(path, { as: mockApi().addUser() })
  await isLoaded()
  return user
}

/** Searches only in the main part of the page. */
export const main = () => within(screen.getByRole('main'))
/** Finds the first field of the tool. */
export const field = () => main().getAllByRole<HTMLInputElement>('textbox')[0]
/** Finds the button that runs the tool. */
export const analyzeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Analyze' })

/** Reads the shown result. */
export const result = (): unknown => JSON.parse(screen.getByRole('region', { name: 'Result' }).textContent ?? '')

/** Finds the element that marks a successful run. */
export const done = () => screen.queryByText('Analysis completed successfully')

/** Types into the field of the tool that is shown. */
export const typeInput = async (user: UserEvent, text: string): Promise<void> => {
  const input = field()
  if (input === undefined) throw new Error('The tool has no field.')
  await user.click(input)
  await user.keyboard(text)
}
