import { screen, within } from '@testing-library/react'
import type { MockUser } from './mock-api/mock-data.ts'
import { mockApi, visit } from './visit.tsx'

/** Adds an admin to the mock API. */
export const addAdmin = (): MockUser => mockApi().addUser({ is_admin: true, email: 'admin@mail.example' })

/** Opens the list of users of the admin panel. */
export const openUsers = async (admin: MockUser) => {
  const user = await visit('/admin', { as: admin })
  await screen.findByRole('table', { name: 'All users' })
  return user
}

/** Returns a button by its name. */
export const button = (name: string) => screen.getByRole('button', { name })

/** Returns the row of a user. Throws when the list has none. */
export const rowOf = (email: string): HTMLElement => {
  const row = screen.getByRole('table', { name: 'All users' }).querySelectorAll('tbody tr')
  const found = Array.from(row).find((one) => one.querySelector('th span')?.textContent === email)
  if (!(found instanceof HTMLElement)) throw new Error(`No row of ${email}`)
  return found
}

/** Presses a button of the confirmation dialog. */
export const confirm = async (user: Awaited<ReturnType<typeof visit>>, label: string): Promise<void> =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: label }))

/** Fills in the form that adds a user, and submits it. */
export const addUser = async (
  user: Awaited<ReturnType<typeof visit>>,
  email: string,
  password: string,
  plan: string,
): Promise<void> => {
  for (const [label, text] of [
    ['Email', email],
    ['Password', password],
  ] as const) {
    await user.clear(screen.getByLabelText(label))
    await user.click(screen.getByLabelText(label))
    await user.paste(text)
  }
  await user.selectOptions(screen.getByLabelText('Initial plan'), plan)
  await user.click(button('Add user'))
}
