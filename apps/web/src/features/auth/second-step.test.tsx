import { act, render, screen, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { dashboardOf, email, signIn } from '../../testing/login-form.ts'
import { MOCK_PASSWORD } from '../../testing/mock-api/mock-data.ts'
import { MOCK_APP_CODE } from '../../testing/mock-api/second-factor-answers.ts'
import { formAlert } from '../../testing/notices.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'
import { CodeCountdown } from './second-step.tsx'

/** Signs in a user with a second factor, up to the second step. */
const openSecondStep = async () => {
  const member = mockApi().addUser({ second_factor: true })
  member.recoveryCodes = ['k3f5-mxdw-7q2m-jzkt']
  const address = member.profile.email
  const user = await visit('/login')
  await signIn(user, address, MOCK_PASSWORD)
  await screen.findByRole('heading', { name: 'One more signal' })
  return { user, address }
}

it('requires a code after the password, and submits itself after the sixth digit', async () => {
  const { user, address } = await openSecondStep()
  expect(localStorage.getItem('auth_token')).toBeNull()
  const code = screen.getByLabelText<HTMLInputElement>(`6-digit code for ${address}`)
  expect(document.activeElement).toBe(code)
  expect(code.getAttribute('autocomplete')).toBe('one-time-code')
  await user.type(code, '111111')
  expect(await formAlert()).toMatch(/^You are not signed in yet This code is wrong/)
  await user.clear(code)
  await user.paste(`${MOCK_APP_CODE.slice(0, 3)} ${MOCK_APP_CODE.slice(3)}`)
  await dashboardOf(address)
})

it('accepts a recovery code instead, and leads to the page that replaces the app', async () => {
  const { user, address } = await openSecondStep()
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText(`Recovery code for ${address}`), 'k3f5-mxdw-7q2m-jzkt{Enter}')
  await arriveAt('/dashboard/account?replace-app')
})

it('lets another user sign in', async () => {
  const { user } = await openSecondStep()
  await user.click(screen.getByRole('button', { name: 'Sign in as somebody else' }))
  expect(email()).toBeDefined()
})

it('shows the remaining time of the code, without reading every second aloud', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 9_000 })
  onTestFinished(() => void vi.useRealTimers())
  render(<CodeCountdown />)
  const countdown = screen.getByText('Changes in 21 s.')
  act(() => void vi.advanceTimersByTime(20_000))
  expect(countdown.textContent).toBe('Changes in 1 s.')
  act(() => void vi.advanceTimersByTime(1000))
  expect(countdown.textContent).toBe('Changes in 30 s.')
  expect(countdown.getAttribute('aria-hidden')).toBe('true')
})

it('shows its own drawing and text next to the form until the user leaves it', async () => {
  const { user, address } = await openSecondStep()
  const aside = within(screen.getByRole('complementary', { name: 'About accounts' }))
  // An effect of the step sets the aside, so it can come after the heading.
  expect(await aside.findByText(/Two signals\./)).toBeDefined()
  const description = 'Codes change every 30 seconds. The form is sent after the sixth digit.'
  expect(screen.getByRole('textbox', { name: `6-digit code for ${address}`, description })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Sign in as somebody else' }))
  expect(await aside.findByText(/Many signals in\./)).toBeDefined()
})
