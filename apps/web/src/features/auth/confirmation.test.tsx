import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { mailTokenOf, MOCK_CODE } from '../../testing/mock-api/auth-answers.ts'
import { fieldError, formAlert } from '../../testing/notices.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

describe('the link of a confirmation mail', () => {
  it('confirms the address, signs in, and removes its token from the address of the page', async () => {
    const member = mockApi().addUser()
    const user = await visit(`/confirm#token=${mailTokenOf(member)}`)
    const heading = await screen.findByRole('heading', { name: 'Your email is confirmed' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    await screen.findByText(`You are signed in as ${member.profile.email}.`)
    await waitFor(() => expect(location.hash).toBe(''))
    await user.click(screen.getByRole('link', { name: 'Go to the dashboard' }))
    await arriveAt('/dashboard')
    expect(mockApi().calls('auth.confirm')).toHaveLength(1)
  })

  it('that was used before is refused, and the code of another mail can be typed', async () => {
    await visit('/confirm#token=used')
    expect(await formAlert()).toBe(
      'Your email is not confirmed yet This link is wrong or no longer valid. Request a new one.',
    )
    await screen.findByLabelText('Code from the email')
    expect(location.hash).toBe('')
  })

  it('can be tried again after a failure of the service', async () => {
    const member = mockApi().addUser()
    mockApi().answer('auth.confirm', () => HttpResponse.error())
    const user = await visit(`/confirm#token=${mailTokenOf(member)}`)
    expect(await formAlert()).toContain('Cannot connect to server.')
    mockApi().restore('auth.confirm')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText(`You are signed in as ${member.profile.email}.`)
  })
})

describe('an address that was registered twice', () => {
  it('is confirmed, and its owner chooses a new password', async () => {
    const member = mockApi().addUser()
    member.password = ''
    const user = await visit(`/confirm#token=${mailTokenOf(member)}`)
    await screen.findByRole('heading', { name: 'Choose a new password' })
    await screen.findByText(/^Your email is confirmed\. Somebody else may have asked about your address too/)
    for (const label of ['New password', 'Confirm password'])
      await user.type(screen.getByLabelText(label), 'battery staple')
    await user.click(screen.getByRole('button', { name: 'Set the new password' }))
    await screen.findByText(`You are signed in as ${member.profile.email}.`)
    expect(member.password).toBe('battery staple')
    expect(location.hash).toBe('')
  })
})

describe('the code of a confirmation mail', () => {
  it('is refused if it is wrong, and signs in if it is right', async () => {
    const { profile } = mockApi().addUser()
    const user = await visit('/confirm')
    await user.type(screen.getByLabelText('Email'), profile.email)
    await user.type(screen.getByLabelText('Code from the email'), 'wrong-wrong')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await formAlert()).toContain('This code is wrong or no longer valid.')
    expect(fieldError('Code from the email')).toContain('This code is wrong or no longer valid.')
    await user.clear(screen.getByLabelText('Code from the email'))
    await user.type(screen.getByLabelText('Code from the email'), MOCK_CODE)
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText(`You are signed in as ${profile.email}.`)
  })

  it('can be sent again to the address in the form', async () => {
    const user = await visit('/confirm')
    await user.click(screen.getByRole('button', { name: 'send it again' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(mockApi().calls('auth.resend')).toEqual([])
    await user.keyboard('ana@mail.example')
    await user.click(screen.getByRole('button', { name: 'send it again' }))
    await screen.findByText(/^If ana@mail\.example is not confirmed yet, we sent a new email\./)
  })
})
