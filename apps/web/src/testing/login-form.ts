import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { arriveAt } from './visit.tsx'

/** Finds the field of the email address. */
export const email = () => screen.getByLabelText('Email')

/** Finds the field of the password. */
export const password = () => screen.getByLabelText('Password')

/** Submits the form. */
export const send = async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Sign in' }))

/** Fills in the form and submits it. */
export const signIn = async (user: UserEvent, address: string, secret: string): Promise<void> => {
  await user.clear(email())
  await user.type(email(), address)
  await user.clear(password())
  await user.type(password(), secret)
  await send(user)
}

/** Waits for the dashboard of a user. */
export const dashboardOf = async (address: string): Promise<void> => {
  await arriveAt('/dashboard')
  await screen.findByRole('button', { name: `Account of ${address}` })
}
