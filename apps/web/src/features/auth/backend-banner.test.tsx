import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { passTime, visit } from '../../testing/visit.tsx'
import { answerWorker } from '../../testing/workers.ts'
import { agoText } from './backend-banner.tsx'
import type { Probe } from './backend-status.ts'

const answered = (status: number, text = ''): Probe => ({ kind: 'answered', status, text, milliseconds: 7 })
const silent: Probe = { kind: 'silent' }

/** Sets the results of the banner's next probes: through the proxy, and directly. */
const found = (...probes: readonly Probe[]): void => answerWorker('probe.worker', () => probes)

/** Holds the responses until the test releases them. */
const hold = () => {
  let answer = (_probes: readonly Probe[]): void => undefined
  const held = new Promise<readonly Probe[]>((resolve) => {
    answer = resolve
  })
  answerWorker('probe.worker', async () => held)
  return (...probes: readonly Probe[]) => answer(probes)
}

const retry = () => screen.queryByRole('button', { name: 'Retry' })
const facts = () =>
  Object.fromEntries(
    Array.from(document.querySelectorAll('dl > div'), (pair) => [
      pair.querySelector('dt')?.textContent,
      pair.querySelector('dd')?.textContent,
    ]),
  )
const steps = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('the banner on the sign-in page', () => {
  it('reports that it is checking, and then the outcome', async () => {
    const answer = hold()
    await visit('/login')
    const status = screen.getByText('Checking the connection').closest('[role="status"]')
    expect(steps()).toEqual(['This browserchecking', 'Reverse proxychecking', 'APIchecking'])
    expect(retry()).toBeNull()
    answer(answered(401, 'Unauthorized'), silent)
    await screen.findByText('Connected')
    expect(status?.textContent).toBe('Connected')
    expect(steps()).toEqual(['This browseronline', 'Reverse proxy401 in 7 ms', 'API, port 5000behind the proxy'])
    expect(retry()).toBeNull()
  })

  it('depends on the way that every page uses, while the direct one is unknown', async () => {
    let answerDirect = () => {}
    answerWorker('probe.worker', async (_urls, post) => {
      post([answered(401), undefined])
      await new Promise<void>((resolve) => (answerDirect = resolve))
      return [answered(401), silent]
    })
    await visit('/login')
    await screen.findByText('Connected')
    expect(steps()).toEqual(['This browseronline', 'Reverse proxy401 in 7 ms', 'API, port 5000checking'])
    expect(facts()['Direct backend working']).toBe('unknown')
    answerDirect()
    await screen.findByText('behind the proxy')
    expect(facts()['Direct backend working']).toBe('no')
    expect(screen.queryByText('no answer')).toBeNull()
  })

  it('checks the relative and the direct address, and shows the details for an operator', async () => {
    const asked: unknown[] = []
    answerWorker('probe.worker', (data) => {
      asked.push(data)
      return [answered(401), answered(401)]
    })
    await visit('/login')
    await screen.findByText('Connected')
    const { host, hostname, protocol } = location
    const urls = [`${protocol}//${host}/api/auth/verify`, `${protocol}//${hostname}:5000/api/auth/verify`]
    expect(asked).toEqual([urls])
    expect(facts()).toEqual({
      URL: urls[0],
      Environment: import.meta.env.MODE,
      Timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      'Reverse proxy working': 'yes',
      'Direct backend working': 'yes',
      'Direct URL': urls[1],
    })
  })

  it('detects that the service is unreachable, and with Retry that it is back', async () => {
    const user = await visit('/login')
    await screen.findByText('Connected')
    found(silent, silent)
    fireEvent(window, new Event('online'))
    await screen.findByText('Disconnected')
    await screen.findByText('Cannot connect to backend server. Check reverse proxy configuration.')
    found(answered(401), silent)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Connected')
    expect(screen.queryByText(/^Cannot connect/)).toBeNull()
    expect(retry()).toBeNull()
  })

  it('reports any other response', async () => {
    found(answered(502, 'Bad Gateway'), silent)
    await visit('/login')
    await screen.findByText('HTTP 502: Bad Gateway')
    expect(facts()).toMatchObject({ 'Reverse proxy working': 'no', 'Direct backend working': 'no' })
  })

  it('uses the later of two checks, in whatever order they finish', async () => {
    const first = hold()
    await visit('/login')
    found(silent, silent)
    fireEvent(window, new Event('online'))
    await screen.findByText('Disconnected')
    first(answered(401), answered(401))
    await passTime(100)
    expect(screen.queryByText('Connected')).toBeNull()
  })

  it('shows the age of the check', async () => {
    await visit('/login')
    await screen.findByText('checked just now')
    await passTime(10_000)
    expect(screen.getByText(/^checked \d+ s ago$/).textContent).toBe('checked 10 s ago')
  })
})

describe('the age of the check', () => {
  it.each([
    [-5, 'checked just now'],
    [4999, 'checked just now'],
    [5000, 'checked 5 s ago'],
    [59_999, 'checked 55 s ago'],
    [60_000, 'checked 1 min ago'],
    [3_600_000, 'checked 60 min ago'],
  ])('%d ms are "%s"', (milliseconds, text) => {
    expect(agoText(milliseconds)).toBe(text)
  })
})
