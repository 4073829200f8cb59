import { expect, it } from 'vitest'
import { newId } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { settle } from '../support/settle.ts'
import { useApi } from '../support/use-api.ts'

describeOnEveryEngine('sign-in', (open) => {
  // Requests beyond the limit are refused only during password hashing.
  const api = useApi({ on: open, hasRealPasswords: true })

  const login = () => api.call('auth.login', { body: { email: `${newId()}@mail.example`, password: 'correct horse' } })

  it('refuses requests at once while the queue is full, and serves them later', async () => {
    const { values } = await settle(200, login)
    const codes = new Set(values.map(({ code }) => code))
    expect(codes).toEqual(new Set(['invalid_credentials', 'busy']))
    const { code, headers } = values.find((answer) => answer.code === 'busy') ?? {}
    expect([code, headers?.get('retry-after')]).toEqual(['busy', '1'])
    expect((await login()).code).toBe('invalid_credentials')
  })

  it('refuses within 100 ms while the queue is full, however long its passwords are', async () => {
    let letGo: () => void = () => undefined
    const going = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const ahead = Promise.allSettled(Array.from({ length: 200 }, () => api.core.passwords.admit(() => going)))
    const times: number[] = []
    for (let index = 0; index < 20; index++) {
      const begun = performance.now()
      expect((await login()).code).toBe('busy')
      times.push(performance.now() - begun)
    }
    letGo()
    await ahead
    // The median, because other programs on the machine may delay a single request.
    expect(times.toSorted((one, other) => one - other)[10]).toBeLessThan(100)
    expect((await login()).code).toBe('invalid_credentials')
  })
})
