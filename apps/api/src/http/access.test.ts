import type { Access, EndpointDefinition } from '@netbox/contract'
import { unknown } from 'valibot'
import { describe, expect, it } from 'vitest'
import { authorize, bearerOf, identify } from './access.ts'
import { ApiError } from './api-error.ts'
import type { Authenticator } from './authenticator.ts'
import { anyone, type Caller, type CallerUser, type UserCaller } from './caller.ts'

const endpointWith = (access: Access, more: Partial<EndpointDefinition> = {}): EndpointDefinition => ({
  id: 'test.endpoint',
  method: 'GET',
  path: '/test',
  access,
  response: unknown(),
  errors: [],
  summary: 'Tests.',
  ...more,
})

const user: CallerUser = { id: 'ana', email: 'ana@mail.example', plan: 'pro', isAdmin: false }
const callerAs = (more: Partial<CallerUser>, actorId: string | null = null): UserCaller => ({
  kind: 'user',
  user: { ...user, ...more },
  session: { id: 'session', actorId },
})
const tokenWith = (...scopes: string[]): Caller => ({ kind: 'token', user, token: { id: 'token', scopes } })

const outcomeOf = (work: () => unknown): string => {
  try {
    work()
    return 'allowed'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

describe('bearerOf', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bEARER   abc  ', 'abc'],
    [`Bearer ${'a'.repeat(4096)}`, 'a'.repeat(4096)],
    [`Bearer ${'a'.repeat(4097)}`, undefined],
    ['Bearer a b', undefined],
    ['Bearer ', undefined],
    ['Basic abc', undefined],
    ['abc', undefined],
    [undefined, undefined],
  ])('reads %s as %s', (header, bearer) => {
    expect(bearerOf(header)).toBe(bearer)
  })
})

describe('identify', () => {
  const known = callerAs({})
  const authenticate: Authenticator = (bearer) => (bearer === 'good' ? known : undefined)

  it.each(['anyone', 'refresh'] as const)('reads no credential at an endpoint for %s', (access) => {
    const authenticateNever = () => {
      throw new Error('A credential was read')
    }
    expect(identify(endpointWith(access), 'Bearer good', authenticateNever)).toBe(anyone)
  })

  it('reads the credential at email.verify, which is open, and takes no wrong one', () => {
    const open = endpointWith('anyone', { id: 'email.verify' })
    expect(identify(open, undefined, authenticate)).toBe(anyone)
    expect(identify(open, 'Bearer good', authenticate)).toBe(known)
    expect(outcomeOf(() => identify(open, 'Bearer wrong', authenticate))).toBe('unauthorized')
  })

  it.each(['bearer', 'session', 'enterprise', 'admin'] as const)(
    'needs a credential in force for %s',
    async (access) => {
      const closed = endpointWith(access)
      expect(identify(closed, 'Bearer good', authenticate)).toBe(known)
      expect(outcomeOf(() => identify(closed, 'Bearer wrong', authenticate))).toBe('unauthorized')
      // Without a credential the authenticator isn't asked.
      for (const header of [undefined, 'Basic good'])
        expect(outcomeOf(() => identify(closed, header, () => known))).toBe('unauthorized')
      await expect(identify(closed, 'Bearer late', () => Promise.resolve(undefined))).rejects.toThrow(ApiError)
    },
  )
})

const callers = {
  nobody: anyone,
  member: callerAs({}),
  enterprise: callerAs({ plan: 'enterprise' }),
  admin: callerAs({ isAdmin: true }),
  viewer: callerAs({}, 'admin'),
  viewerOfAdmin: callerAs({ isAdmin: true, plan: 'enterprise' }, 'admin'),
  token: tokenWith('usage:read'),
} satisfies Record<string, Caller>

type Outcomes = Record<keyof typeof callers, string>

const everybody = Object.fromEntries(Object.keys(callers).map((name) => [name, 'allowed']))

// Only the refusals; everybody else is allowed.
const reads: readonly (readonly [Access, Partial<Outcomes>])[] = [
  ['anyone', {}],
  ['refresh', {}],
  ['bearer', { nobody: 'unauthorized' }],
  ['session', { nobody: 'unauthorized', token: 'forbidden' }],
  [
    'enterprise',
    {
      nobody: 'unauthorized',
      token: 'forbidden',
      member: 'upgrade_required',
      admin: 'upgrade_required',
      viewer: 'upgrade_required',
    },
  ],
  [
    'admin',
    {
      nobody: 'unauthorized',
      token: 'forbidden',
      member: 'forbidden',
      enterprise: 'forbidden',
      viewer: 'forbidden',
      viewerOfAdmin: 'forbidden',
    },
  ],
]

describe('authorize', () => {
  const outcomesAt = (definition: EndpointDefinition) =>
    Object.fromEntries(
      Object.entries(callers).map(([name, caller]) => [name, outcomeOf(() => authorize(definition, caller))]),
    )

  it.each(reads)('lets nobody read what is for %s but those who may', (access, refusals) => {
    expect(outcomesAt(endpointWith(access))).toEqual({ ...everybody, ...refusals })
  })

  it.each(['bearer', 'session'] as const)('lets an admin who views as a user change nothing: %s', (access) => {
    const { viewer, viewerOfAdmin, ...others } = outcomesAt(endpointWith(access, { method: 'POST' }))
    expect([viewer, viewerOfAdmin]).toEqual(['read_only', 'read_only'])
    expect(others).toMatchObject({ member: 'allowed', admin: 'allowed' })
    expect(outcomesAt(endpointWith(access, { confidential: true }))).toMatchObject({ viewer: 'read_only' })
    const opened = endpointWith(access, { method: 'POST', openToViewers: true })
    expect(outcomesAt(opened)).toMatchObject({ viewer: 'allowed' })
  })

  it.each(['bearer', 'anyone'] as const)('lets an API token call what its scopes name: %s', (access) => {
    const scoped = endpointWith(access, { scope: 'tools:run' })
    expect(outcomeOf(() => authorize(scoped, tokenWith('usage:read')))).toBe('scope_missing')
    expect(outcomeOf(() => authorize(scoped, tokenWith('usage:read', 'tools:run')))).toBe('allowed')
    expect(outcomeOf(() => authorize(scoped, callers.member))).toBe('allowed')
  })
})
