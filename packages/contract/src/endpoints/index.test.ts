import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { apiErrors } from '../api-errors.ts'
import { type EndpointDefinition, errorsOf, rateLimitOf } from '../endpoint.ts'
import { captchaPurposes } from '../entities/captcha.ts'
import { findEndpoint } from '../endpoint-types.ts'
import { endpoints } from './index.ts'

// The tuple's literal types share no optional fields, so they are read through the type of the definition.
const all: readonly EndpointDefinition[] = endpoints

/** The documented table of the HTTP API: method, path, access. */
const promised = `
POST /auth/register anyone
POST /auth/login anyone
GET /auth/verify bearer
POST /auth/refresh refresh
POST /auth/logout bearer
POST /auth/confirm anyone
POST /auth/resend anyone
POST /auth/recover anyone
POST /auth/reset anyone
POST /auth/password session
GET /auth/keys anyone
GET /account/sessions session
DELETE /account/sessions session
DELETE /account/sessions/{id} session
GET /account/export session
POST /account/delete session
POST /auth/second-factor session
GET /account/factors session
POST /account/factors session
POST /account/factors/{id}/confirm session
POST /account/factors/{id}/remove session
POST /account/recovery-codes session
GET /tools anyone
GET /tools/{id} anyone
POST /tools/{id}/run bearer
GET /usage bearer
POST /runs session
GET /runs bearer
GET /runs/days bearer
GET /tokens session
POST /tokens enterprise
DELETE /tokens/{id} session
POST /email/verify anyone
GET /email/history bearer
GET /captcha/challenge anyone
GET /plans anyone
POST /subscription/create-checkout session
POST /subscription/customer-portal session
GET /subscription/status session
POST /subscription/webhook anyone
GET /migrations session
POST /migrations session
POST /migrations/test-connection session
GET /notifications session
POST /notifications/{id}/read session
GET /services anyone
GET /ip anyone
GET /stats bearer
GET /stats/today bearer
GET /activity bearer
GET /admin/profiles admin
POST /admin/users admin
POST /admin/profiles/sync admin
PATCH /admin/profiles/{id} admin
POST /admin/profiles/{id}/view-as admin
DELETE /admin/profiles/{id}/factors admin
GET /admin/notifications admin
POST /admin/notifications admin
GET /admin/services admin
PATCH /admin/services/{id} admin
GET /admin/audit admin
`

const schemaKeys = (schema: unknown, seen = new Set<unknown>()): string[] => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const own = 'entries' in schema && typeof schema.entries === 'object' ? Object.keys(schema.entries ?? {}) : []
  return [...own, ...Object.values(schema).flatMap((value) => schemaKeys(value, seen))]
}

describe('endpoints', () => {
  it('are the specified ones, in the order of the reference', () => {
    expect(all.map(({ method, path, access }) => `${method} ${path} ${access}`)).toEqual(promised.trim().split('\n'))
  })

  it('have unique ids, by feature', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    for (const { id } of all) expect(id).toMatch(/^[a-z]+\.[a-z]+([A-Z][a-z]+)*$/)
  })

  it('declare exactly the parameters of their path', () => {
    for (const { id, path, params } of all) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(params === undefined ? [] : schemaKeys(params), id).toEqual(names)
    }
  })

  it('have no body with GET', () => {
    expect(all.filter(({ method, body }) => method === 'GET' && body !== undefined)).toEqual([])
  })

  it('know the code of every error', () => {
    for (const endpoint of all)
      for (const code of errorsOf(endpoint)) expect(apiErrors, endpoint.id).toHaveProperty(code)
  })

  it('never return a password', () => {
    for (const { id, response } of all)
      expect(
        // `password_required` is a flag.
        schemaKeys(response).filter((key) => key.includes('password') && key !== 'password_required'),
        id,
      ).toEqual([])
  })

  it('describe themselves in one line', () => {
    for (const { id, summary } of all) expect(summary, id).toMatch(/^[A-Z][a-z]+s .*[^.]$|^[A-Z][a-z]+s (in|\w+)$/)
  })
})

const bodies = all.filter(({ body, raw }) => body !== undefined && raw === undefined)

describe('bodies', () => {
  it.each(bodies.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s accepts its example',
    (_, { body, example }) => {
      expect(example).toBeDefined()
      expect(v.safeParse(body ?? v.never(), example).issues).toBeUndefined()
    },
  )

  it.each(bodies.map((endpoint) => [endpoint.id, endpoint] as const))('%s drops unknown keys', (_, endpoint) => {
    const extra = { role: 'admin', isAdmin: true, user_id: 'u2', constructor: 1, ['__proto__']: { is_admin: true } }
    const example = Object(endpoint.example) as object
    const hostile: unknown = JSON.parse(
      JSON.stringify({ ...extra, ...example }).replace('{', '{"__proto__":{"polluted":1},'),
    )
    const parsed = v.parse(endpoint.body ?? v.never(), hostile)
    expect(parsed).toEqual(v.parse(endpoint.body ?? v.never(), example))
    expect(parsed).not.toHaveProperty('polluted')
    expect(Object.keys(Object(parsed) as object)).not.toContain('role')
  })

  it('are refused with messages, never with an exception, for any value', () => {
    const anything = fc.anything({ withNullPrototype: true, maxDepth: 3 })
    fc.assert(
      fc.property(fc.constantFrom(...bodies), anything, ({ body, example }, generated) => {
        const mixed =
          typeof generated === 'object' && generated !== null ? { ...(example as object), ...generated } : generated
        for (const value of [generated, mixed]) {
          const { issues = [] } = v.safeParse(body ?? v.never(), value)
          for (const { message } of issues) expect(message).toMatch(/^(Must|Is) .*\.$|^Invalid /)
        }
      }),
    )
  })

  it('name the missing field in plain words', () => {
    const { issues = [] } = v.safeParse(findEndpoint('auth.login').body, { email: 'ana@mail.example' })
    expect(issues.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([['password', 'Is required.']])
  })
})

describe('the policy of an endpoint', () => {
  it('lists the errors that it causes', () => {
    for (const endpoint of all) {
      const errors = errorsOf(endpoint)
      expect([endpoint.id, errors.includes('service_off')]).toEqual([endpoint.id, endpoint.feature !== undefined])
      expect([endpoint.id, errors.includes('captcha_required')]).toEqual([endpoint.id, endpoint.captcha !== undefined])
    }
  })

  it('requires captchas only for anonymous callers with a limited address', () => {
    const guarded = all.filter(({ captcha }) => captcha !== undefined)
    // A sign-in needs a captcha beyond the limit of its account, not of an address.
    expect(guarded.map(({ captcha }) => captcha)).toEqual(captchaPurposes.filter((name) => name !== 'auth.login'))
    for (const endpoint of guarded) {
      expect([endpoint.id, endpoint.access]).toEqual([endpoint.captcha, 'anyone'])
      expect(rateLimitOf(endpoint)).toBeDefined()
    }
  })

  it('lets caches store only responses that are the same for everyone', () => {
    for (const { id, method, access, query, optionalSignIn } of all.filter(({ maxAge }) => maxAge !== undefined))
      expect([id, method, access, query, optionalSignIn]).toEqual([id, 'GET', 'anyone', undefined, undefined])
  })
})
