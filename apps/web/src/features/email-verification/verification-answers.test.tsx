import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { switchOff } from '../../testing/mock-api/mock-data.ts'
import { mockVerification as known } from '../../testing/mock-api/email-answers.ts'
import { noteSavedFiles } from '../../testing/saved-files.ts'
import { mockApi, passTime, resumeTime, stopTime, visit } from '../../testing/visit.tsx'
import {
  addresses,
  askedLists,
  findResults,
  listText,
  rowTexts,
  verifyButton,
  writeList,
  verifyList,
  SCREEN,
  good,
  ask,
  verdict,
  failure,
  row,
} from '../../testing/verification-screen.ts'

const progress = (): string | null =>
  screen.getByRole('progressbar', { name: 'Verification progress' }).getAttribute('aria-valuenow')

describe('the answers of a verification', () => {
  it('are shown as they arrive: progress, row, verdict', async () => {
    const { answer } = await ask(['ana@mail.example', 'j.doe@old.example', 'm.k@post.example'])
    await screen.findByText('No reply yet.')
    expect(progress()).toBe('50')
    answer.give(good('ana@mail.example'))
    await screen.findByText('1 of 3 known')
    expect(progress()).toBe('33')
    expect(await rowTexts()).toEqual([
      'ana@mail.example Accepted, random address refused Valid 95 high 250 2.1.5',
      'j.doe@old.example Waiting',
      'm.k@post.example Waiting',
    ])
    answer.give(
      known({ email: 'j.doe@old.example', status: 'invalid', smtp_response_code: 550 }),
      known({ email: 'm.k@post.example', status: 'unconfirmed', confidence: 30, reason: 'greylisted' }),
    )
    answer.finish()
    await screen.findByText('Complete')
    expect(progress()).toBe('100')
    await verdict('One is good, one bounces')
    await row(/m\.k@post\.example.*Unconfirmed.*30.*low/)
    const counts = within(screen.getByRole('list', { name: 'Addresses by status' })).getAllByRole('listitem')
    expect(counts.map(({ textContent }) => textContent)).toEqual(['1 valid', '1 unconfirmed', '1 invalid'])
    expect((await findToast('Verification complete')).textContent).toContain('Verified 3 email addresses.')
    screen.getByText('Real check')
  })

  it('are marked as simulated if they are', async () => {
    const { answer } = await ask(['ana@mail.example'])
    answer.give(known({ email: 'ana@mail.example', simulated: true }))
    await screen.findByRole('button', { name: 'Simulated' })
    expect(screen.queryByText('Real check')).toBeNull()
  })
})

describe('the answers of another service', () => {
  it('may be one JSON document, without the optional fields', async () => {
    const results = [
      { email: 'ana@mail.example', status: 'valid' },
      { email: 'eva@mail.example', status: 'unreachable' },
    ]
    mockApi().answer('email.verify', () => HttpResponse.json({ data: { results } }))
    const user = await visit(SCREEN)
    await verifyList(user, ['ana@mail.example', 'eva@mail.example'])
    await screen.findByText('Complete')
    await row(/ana@mail\.example.*Valid/)
    await user.click(await row(/eva@mail\.example.*Unreachable/))
    expect(screen.getByText('Attempts').nextSibling?.textContent).toBe('1')
  })

  it('may be an error with the status 200', async () => {
    mockApi().answer('email.verify', () => HttpResponse.json({ error: 'The verifier is busy.' }))
    const user = await visit(SCREEN)
    await verifyList(user, ['ana@mail.example'])
    within(await failure()).getByText('The verifier is busy.')
  })

  it('may contain damaged lines: the other results stay, and Retry verifies the rest', async () => {
    const { answer, user } = await ask(addresses(3))
    answer.give(good('user1@mail.example'), [], { email: null }, good('user3@mail.example'))
    answer.finish()
    within(await failure()).getByText('Invalid response from server')
    await row(/user1@mail\.example.*Valid/)
    await row(/user3@mail\.example.*Valid/)
    await user.click(within(await failure()).getByRole('button', { name: 'Retry' }))
    await answer.call(2)
    expect(askedLists()[1]).toEqual(['user2@mail.example'])
  })
})

describe('a verification that ends early', () => {
  it('does not affect a later one, which gets none of its results', async () => {
    const { answer, user } = await ask(['late@mail.example', 'other@mail.example'])
    // Results are batched for a moment before the page shows them; this result is not yet shown when the run is stopped.
    stopTime()
    answer.give(good('late@mail.example'))
    await passTime(10)
    await act(async () => screen.getByRole('button', { name: 'Stop' }).click())
    resumeTime()
    await screen.findByText('Stopped')
    await writeList(user, ['next@mail.example'])
    await user.click(screen.getByRole('button', { name: 'Verify Emails' }))
    await answer.call(2)
    await passTime(1000)
    expect(await rowTexts()).toEqual(['next@mail.example Waiting'])
    answer.give(good('next@mail.example'))
    answer.finish()
    await verdict('The address is good')
    expect(within(await findResults()).getAllByRole('option')).toHaveLength(1)
  })

  it('keeps the results when it is stopped, ends the request, and continues with the rest', async () => {
    const { answer, user } = await ask(addresses(3))
    answer.give(good('user1@mail.example'))
    await verdict('One is good')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await screen.findByText('Stopped')
    expect(within(await findResults()).getAllByText('Not verified')).toHaveLength(2)
    expect(document.querySelector('[data-toast]')).toBeNull()
    expect(mockApi().calls('email.verify')[0]?.request.signal.aborted).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Verify the rest' }))
    await answer.call(2)
    expect(askedLists()[1]).toEqual(['user2@mail.example', 'user3@mail.example'])
    answer.give(good('user2@mail.example'), good('user3@mail.example'))
    answer.finish()
    await verdict('All three are good')
  })

  it('reports that the service can’t verify, and continues with Retry in the toast too', async () => {
    mockApi().refuse('email.verify', 'verifier_unavailable')
    const user = await visit(SCREEN)
    await verifyList(user, ['ana@mail.example'])
    const toast = await findToast('Verification failed')
    expect(toast.textContent).toContain('Service unavailable. The backend server may be down.')
    within(await failure()).getByText(/^Email verification is not set up on this server\./)
    expect(await listText()).toBe('ana@mail.example')
    mockApi().restore('email.verify')
    await user.click(toast.querySelector('button') ?? document.body)
    await verdict('The address is good')
    expect(screen.queryByText('Verification failed')).toBeNull()
  })
})

describe('the results of a verification', () => {
  const results = [
    known({ email: 'ana@mail.example', provider: 'Google', smtp_response_message: '2.1.5 Ok, "ana"' }),
    known({
      email: '=1+1@mail.example',
      status: 'unreachable',
      confidence: 0,
      smtp_server: null,
      smtp_response_code: null,
    }),
  ]
  const csv = [
    'Email,Status,Confidence,Provider,SMTP Server,Response Code,Response Message,Attempts',
    'ana@mail.example,valid,95,Google,mx.mail.example,250,"2.1.5 Ok, ""ana""",1',
    "'=1+1@mail.example,unreachable,0,,,,2.1.5 Ok,1",
    '',
  ].join('\r\n')

  const verified = async () => {
    const { answer, user } = await ask(results.map(({ email }) => email))
    answer.give(...results)
    answer.finish()
    await screen.findByText('Complete')
    return user
  }

  it('are saved as a CSV file, byte for byte as in the spec', async () => {
    vi.setSystemTime('2026-11-20T08:14:02Z')
    const user = await verified()
    const files = noteSavedFiles()
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    expect(files.map(({ name }) => name)).toEqual(['email-verification-2026-11-20.csv'])
    expect(await files[0]?.text).toBe(csv)
    expect((await findToast('Downloaded')).textContent).toContain('Result saved to file.')
  })

  it('are saved as JSON too, as the API returned them', async () => {
    vi.setSystemTime('2026-11-20T08:14:02Z')
    const user = await verified()
    const files = noteSavedFiles()
    await user.click(screen.getByRole('button', { name: 'Export JSON' }))
    expect(files.map(({ name }) => name)).toEqual(['email-verification-2026-11-20.json'])
    expect(JSON.parse((await files[0]?.text) ?? '')).toMatchObject(results)
  })

  it('are copied as the same CSV', async () => {
    const user = await verified()
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect((await findToast('Copied')).textContent).toContain('Result copied to clipboard.')
    expect(await navigator.clipboard.readText()).toBe(csv)
  })

  it('can be saved or copied only once there is one', async () => {
    await ask(['ana@mail.example'])
    await screen.findByText('No reply yet.')
    for (const name of ['Export CSV', 'Export JSON', 'Copy'])
      expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true)
  })

  it('are cleared, with the list, when another user uses the same browser', async () => {
    const user = await visit(SCREEN, { as: mockApi().addUser() })
    await verifyList(user, ['ana@mail.example'])
    await screen.findByText('Complete')
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    await waitFor(async () => expect(await listText()).toBe(''))
    expect(screen.queryByRole('region', { name: 'Results' })).toBeNull()
    expect(verifyButton().textContent).toBe('Verify Emails')
  })

  it.each([
    ['real', 'netbox contacts real mail servers. No message is sent.'],
    ['simulated', 'This service simulates verification, and each result says so.'],
  ] as const)('shows before a run that verification is %s', async (email_verification, words) => {
    mockApi().answer('services.list', ({ data }) => ({ services: data.services, email_verification, mail: 'smtp' }))
    await visit('/email-validation')
    await screen.findByText(words)
    expect(screen.queryByText('Real check'), 'only a result has a mark').toBeNull()
  })

  it.each(['switched off', 'not set up'])(
    'can’t be requested while verification is %s: the screen says so first',
    async (why) => {
      if (why === 'switched off') switchOff(mockApi().data, 'email_verification')
      else
        mockApi().answer('services.list', ({ data }) => ({
          services: data.services,
          email_verification: 'off',
          mail: 'smtp',
        }))
      const user = await visit(SCREEN)
      await screen.findByText('Email verification is switched off at the moment.')
      screen.getByRole('link', { name: 'Simulated Email Validation' })
      await verifyList(user, ['ana@mail.example'])
      expect(verifyButton().hasAttribute('disabled')).toBe(true)
      expect(await listText()).toBe('ana@mail.example')
      expect(askedLists()).toEqual([])
    },
  )
})
