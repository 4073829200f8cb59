import { expect, it } from 'vitest'
import type { EndpointDefinition } from '../endpoint.ts'
import { endpoints } from '../endpoints/index.ts'
import { captchaPurposes } from './captcha.ts'

// The tuple's literal types share no optional fields, so they are read through the type of the definition.
const all: readonly EndpointDefinition[] = endpoints

it('has exactly the endpoints that accept a captcha as purposes', () => {
  const taking = all.filter(({ body }) => Object.hasOwn(Object(Reflect.get(Object(body), 'entries')), 'captcha'))
  expect(taking.map(({ id }) => id)).toEqual([...captchaPurposes])
})
