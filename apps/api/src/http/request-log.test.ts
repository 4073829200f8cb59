import { assert, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { requestFields } from './request-log.ts'

const exchange = {
  requestId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  search: '',
  isPrepared: false,
  headers: {},
}
const answered = { method: 'GET', status: 200, ms: 1.25 }

it('tells of an endpoint by its name, and of who asked', () => {
  const told = { ...exchange, route: 'usage.list', path: '/api/usage', address: '192.0.2.7', userId: 'u1' }
  expect(JSON.parse(`{${requestFields(told, answered)}}`)).toEqual({
    request_id: exchange.requestId,
    address: '192.0.2.7',
    route: 'usage.list',
    user_id: 'u1',
    ...answered,
  })
})

it('is one line of JSON whatever a client sends', () => {
  assert(
    property(string(), string(), (path, address) => {
      const line = requestFields(
        { ...exchange, route: 'none', path: `${path}\n"`, address, userId: undefined },
        answered,
      )
      expect(line).not.toContain('\n')
      expect(JSON.parse(`{${line}}`)).toMatchObject({ address, path: `${path}\n"`.slice(0, 120), status: 200 })
    }),
  )
})
