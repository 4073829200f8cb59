import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Returns the button "Use this world" once the world is checked. */
export const findUse = async (): Promise<HTMLButtonElement> => {
  const use = await screen.findByRole<HTMLButtonElement>('button', { name: 'Use this world' })
  await waitFor(() => {
    if (use.disabled) throw new Error('The world is not checked yet.')
  })
  return use
}

/** Opens the page that chooses the world from the page of a tool, and returns its button "Use this world". */
export const openWorldPage = async (user: UserEvent): Promise<HTMLButtonElement> => {
  await user.click(screen.getByRole('link', { name: 'Change the world' }))
  return findUse()
}

/** Chooses a fault for the next runs, and returns to the tool. */
export const chooseFault = async (user: UserEvent, name: string): Promise<void> => {
  await openWorldPage(user)
  await user.click(screen.getByRole('checkbox', { name: new RegExp(`${name}$`) }))
  await user.click(await findUse())
  await screen.findByRole('link', { name: 'Change the world' })
}
