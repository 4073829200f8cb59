import { expect, it } from 'vitest'
import { newId } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { settle } from '../support/settle.ts'
import { useApi } from '../support/use-api.ts'

describeOnEveryEngine('sign-in', (open) => {
  // Requests beyond the limit are refused only while passwords are hashed.
  const api = useApi({ on: open, hasRealPasswords: true })

  const login = () => api.call('auth.login', { body: { email: `${newId()}@mail.example`, password: 'correct horse' } })

  it('sends those away at once for whom there is no place, and serves them later', async () => {
    const { values } = await settle(200, login)
    const codes = new Set(values.map(({ code }) => code))
    expect(codes).toEqual(new Set(['invalid_credentials', 'busy']))
    const { code, headers } = values.find((answer) => answer.code === 'busy') ?? {}
    expect([code, headers?.get('retry-after')]).toEqual(['busy', '1'])
    expect((await login()).code).toBe('invalid_credentials')
  })
})
