import type { Access, EndpointDefinition } from '@netbox/contract'
import { unknown } from 'valibot'
import { describe, expect, it } from 'vitest'
import { anyone, type Authenticator, type Caller, type CallerUser, type UserCaller } from '../../caller.ts'
import { bearerOf, identify } from './authenticate.ts'
import { refusalOf } from './authorize.ts'

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
  session: { id: 'session', actorId, needsFactor: false },
})
const tokenWith = (...scopes: string[]): Caller => ({ kind: 'token', user, token: { id: 'token', scopes } })

const outcomeOf = (endpoint: EndpointDefinition, caller: Caller): string => refusalOf(endpoint, caller) ?? 'allowed'

describe('bearerOf', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bEARER   abc  ', 'abc'],
    [`Bearer ${'a'.repeat(8192)}`, 'a'.repeat(8192)],
    [`Bearer ${'a'.repeat(8193)}`, undefined],
    ['Bearer a b', undefined],
    ['Bearer ', undefined],
    ['Basic abc', undefined],
    ['abc', undefined],
    ['', undefined],
  ])('reads %s as %s', (header, bearer) => {
    expect(bearerOf(header)).toBe(bearer)
  })
})

describe('identify', () => {
  const known = callerAs({})
  const authenticator: Authenticator = async (bearer) => (bearer === 'good' ? known : undefined)
  const unauthorized = expect.objectContaining({ code: 'unauthorized' })

  it.each(['anyone', 'refresh'] as const)('reads no credential at an endpoint for %s', async (access) => {
    const never = () => {
      throw new Error('A credential was read')
    }
    expect(await identify(endpointWith(access), 'Bearer good', never)).toBe(anyone)
  })

  it('reads an optional credential, and refuses a wrong one', async () => {
    const open = endpointWith('anyone', { optionalSignIn: true })
    expect(await identify(open, '', authenticator)).toBe(anyone)
    expect(await identify(open, 'Bearer good', authenticator)).toBe(known)
    await expect(identify(open, 'Bearer wrong', authenticator)).rejects.toEqual(unauthorized)
  })

  it.each(['bearer', 'session', 'enterprise', 'admin'] as const)('needs a valid credential for %s', async (access) => {
    const closed = endpointWith(access)
    expect(await identify(closed, 'Bearer good', authenticator)).toBe(known)
    await expect(identify(closed, 'Bearer wrong', authenticator)).rejects.toEqual(unauthorized)
    // Without a credential, the authenticator isn't called.
    for (const header of ['', 'Basic good'])
      await expect(identify(closed, header, async () => known)).rejects.toEqual(unauthorized)
  })
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

// Only the refusals; all other callers are allowed.
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

describe('refusalOf', () => {
  const outcomesAt = (definition: EndpointDefinition) =>
    Object.fromEntries(Object.entries(callers).map(([name, caller]) => [name, outcomeOf(definition, caller)]))

  it.each(reads)('refuses an endpoint for %s to all other callers', (access, refusals) => {
    expect(outcomesAt(endpointWith(access))).toEqual({ ...everybody, ...refusals })
  })

  it.each(['bearer', 'session'] as const)('refuses every change to an admin who is viewing as a user: %s', (access) => {
    const { viewer, viewerOfAdmin, ...others } = outcomesAt(endpointWith(access, { method: 'POST' }))
    expect([viewer, viewerOfAdmin]).toEqual(['read_only', 'read_only'])
    expect(others).toMatchObject({ member: 'allowed', admin: 'allowed' })
    expect(outcomesAt(endpointWith(access, { confidential: true }))).toMatchObject({ viewer: 'read_only' })
    const opened = endpointWith(access, { method: 'POST', openToViewers: true })
    expect(outcomesAt(opened)).toMatchObject({ viewer: 'allowed' })
  })

  it.each(['bearer', 'anyone'] as const)('allows an API token the calls of its scopes: %s', (access) => {
    const scoped = endpointWith(access, { scope: 'tools:run' })
    expect(outcomeOf(scoped, tokenWith('usage:read'))).toBe('scope_missing')
    expect(outcomeOf(scoped, tokenWith('usage:read', 'tools:run'))).toBe('allowed')
    expect(outcomeOf(scoped, callers.member)).toBe('allowed')
  })
})
