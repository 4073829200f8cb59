import { expect, it } from 'vitest'
import type { EndpointDefinition } from '../endpoint.ts'
import { endpoints } from '../endpoints/index.ts'
import { captchaPurposes } from './captcha.ts'

// The literal types of the tuple have no common optional fields; read through the definition's they do.
const all: readonly EndpointDefinition[] = endpoints

it('names as purposes exactly the endpoints that take a captcha', () => {
  const taking = all.filter(({ body }) => Object.hasOwn(Object(Reflect.get(Object(body), 'entries')), 'captcha'))
  expect(taking.map(({ id }) => id)).toEqual([...captchaPurposes])
})
