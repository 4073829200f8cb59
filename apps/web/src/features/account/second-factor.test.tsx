import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { MOCK_PASSWORD, MOCK_TIME } from '../../testing/mock-api/mock-data.ts'
import { MOCK_APP_CODE } from '../../testing/mock-api/second-factor-answers.ts'
import { noteSavedFiles } from '../../testing/saved-files.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

const part = async () => within(await screen.findByRole('region', { name: 'Second factor' }))
const press = async (user: Awaited<ReturnType<typeof visit>>, name: string) =>
  user.click(await (await part()).findByRole('button', { name }))

const phone = { id: 'f1', name: 'Phone', created_at: MOCK_TIME, last_used_at: MOCK_TIME }

/** Opens the account of a user with one app and one recovery code. */
const openWithFactor = async () => {
  const member = mockApi().addUser({ second_factor: true })
  member.factors.push(phone)
  member.recoveryCodes = ['k3f5-mxdw-7q2m-jzkt']
  return { member, user: await visit('/dashboard/account', { as: member }) }
}

it('is turned on with a QR code or secret, a code and ten recovery codes, which are shown once', async () => {
  const files = noteSavedFiles()
  const user = await visit('/dashboard/account', { as: mockApi().addUser() })
  await (await part()).findByText('Off')
  await press(user, 'Set it up')
  const picture = await (await part()).findByRole('img', { name: /^QR code for the authenticator app/ })
  expect(document.activeElement?.textContent).toBe('Scan')
  expect(picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
  await press(user, 'Copy secret')
  expect(await navigator.clipboard.readText()).toMatch(/^[A-Z2-7]{32}$/)
  const code = screen.getByLabelText<HTMLInputElement>('The code that your app shows now')
  await user.type(code, '111111')
  await press(user, 'Turn on')
  await (await part()).findByText(/This code is wrong or was used before/)
  await user.clear(code)
  await user.type(code, MOCK_APP_CODE)
  expect(code.value).toBe('482 013')
  await press(user, 'Turn on')
  await findToast('App added')
  const list = within(await screen.findByRole('list', { name: 'Ten recovery codes' }))
  const codes = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(codes).toHaveLength(10)
  await press(user, 'Copy codes')
  expect(await navigator.clipboard.readText()).toBe(`${codes.join('\n')}\n`)
  await press(user, 'Download')
  expect(files.map(({ name }) => name)).toEqual(['netbox-recovery-codes.txt'])
  await press(user, 'I have saved them')
  await (await part()).findByText('10 of 10 left.')
  expect(document.activeElement?.textContent).toBe('Second factor')
  expect(document.body.textContent).not.toContain(codes[0])
})

it('replaces a lost app after a sign-in with a recovery code', async () => {
  const member = mockApi().addUser({ second_factor: true })
  member.factors.push(phone)
  const user = await visit('/dashboard/account?replace-app', { as: member })
  await (await part()).findByText('You signed in with a recovery code')
  await user.type((await part()).getByLabelText('Name of the app or device'), 'New phone')
  await press(user, 'Set up the new app')
  await user.type(await screen.findByLabelText('The code that your app shows now'), MOCK_APP_CODE)
  await press(user, 'Turn on')
  expect(await screen.findByRole('dialog', { name: 'Remove Phone?' })).toBeDefined()
  expect(screen.queryByText('You signed in with a recovery code')).toBeNull()
})

it('lists apps, and is turned off by password and code', async () => {
  const { user } = await openWithFactor()
  await press(user, 'Remove Phone')
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off the second factor?' }))
  const turnOff = () => user.click(dialog.getByRole('button', { name: 'Turn off' }))
  await turnOff()
  dialog.getByText('Please enter your password.')
  await user.type(dialog.getByLabelText('Password'), 'wrong one')
  await user.type(dialog.getByLabelText('Code, or a recovery code'), MOCK_APP_CODE)
  await turnOff()
  await dialog.findByText('Wrong password.')
  await user.clear(dialog.getByLabelText('Password'))
  await user.type(dialog.getByLabelText('Password'), MOCK_PASSWORD)
  await turnOff()
  await findToast('App removed')
  await (await part()).findByText('Off')
})

it('gets new recovery codes for the password', async () => {
  const { user } = await openWithFactor()
  await (await part()).findByText('1 of 10 left.')
  await press(user, 'Make new codes')
  const dialog = within(await screen.findByRole('dialog', { name: 'Make new recovery codes?' }))
  await user.type(dialog.getByLabelText('Password'), MOCK_PASSWORD)
  await user.click(dialog.getByRole('button', { name: 'Make new codes' }))
  expect(within(await screen.findByRole('list', { name: 'Ten recovery codes' })).getAllByRole('listitem')).toHaveLength(
    10,
  )
})

it('accepts a second app with a unique name', async () => {
  const { user, member } = await openWithFactor()
  const name = await (await part()).findByLabelText('Name of the app or device')
  await user.type(name, 'Phone')
  await press(user, 'Add another app')
  await (await part()).findByText(/You already have an authenticator app with this name/)
  await user.clear(name)
  await user.type(name, 'Tablet')
  await press(user, 'Add another app')
  await user.type(await screen.findByLabelText('The code that your app shows now'), MOCK_APP_CODE)
  await press(user, 'Turn on')
  await (await part()).findByRole('button', { name: 'Remove Tablet' })
  expect(member.factors).toHaveLength(2)
})
