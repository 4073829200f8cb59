import type { ToolRun } from '@netbox/core'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type BodyInput,
  type BodyOf,
  findEndpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from './endpoint-types.ts'

describe('types by endpoint id', () => {
  it('return bodies for handlers and for callers', () => {
    expectTypeOf<BodyOf<'auth.recover'>>().toEqualTypeOf<{ email: string }>()
    expectTypeOf<BodyOf<'tools.run'>['delay']>().toEqualTypeOf<boolean>()
    expectTypeOf<BodyInput<'tools.run'>['delay']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<BodyOf<'migrations.test'>['port']>().toEqualTypeOf<number>()
    expectTypeOf<BodyOf<'auth.logout'>>().toEqualTypeOf<undefined>()
  })

  it('return queries and parameters', () => {
    expectTypeOf<QueryOf<'notifications.list'>>().toEqualTypeOf<undefined>()
    expectTypeOf<QueryOf<'email.history'>['page']>().toEqualTypeOf<number>()
    expectTypeOf<QueryOf<'email.history'>['q']>().toEqualTypeOf<string>()
    expectTypeOf<ParamsOf<'tokens.revoke'>>().toEqualTypeOf<{ id: string }>()
    expectTypeOf<ParamsOf<'usage.list'>>().toEqualTypeOf<undefined>()
  })

  it('return responses', () => {
    expectTypeOf<ResponseOf<'tools.run'>>().toEqualTypeOf<ToolRun>()
    expectTypeOf<ResponseOf<'admin.syncProfiles'>>().toEqualTypeOf<{ created: number }>()
  })
})

describe('findEndpoint', () => {
  it('finds an endpoint with its literal types', () => {
    expectTypeOf(findEndpoint('auth.login').path).toEqualTypeOf<'/auth/login'>()
    expect(findEndpoint('auth.login').path).toBe('/auth/login')
  })

  it('refuses an unknown id', () => {
    expect(() => findEndpoint('auth.nothing' as 'auth.login')).toThrow("There is no endpoint 'auth.nothing'.")
  })
})
