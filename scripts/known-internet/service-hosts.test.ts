import { expect, it } from 'vitest'
import { defaultHosts, serverHost } from './service-hosts.mjs'

it.each([
  ['shop.com', [{ url: 'https://api.shop.com/v1' }], ['api.shop.com']],
  ['shop.com', [{ url: 'https://{part}.shop.com', variables: { part: { default: 'eu' } } }], ['eu.shop.com']],
  // The first server is for everyday use.
  ['shop.com', [{ url: 'https://shop.com' }, { url: 'https://two.shop.com' }], ['shop.com']],
  ['shop.com', [{ url: 'https://sandbox.shop.com' }], []],
  ['shop.com', [{ url: 'https://elsewhere.com' }], []],
  ['shop.com', [{ url: 'https://{tenant}.shop.com' }], []],
  ['shop.local', [{ url: 'https://shop.local' }], []],
  ['herokuapp.com', [{ url: 'https://one.herokuapp.com' }], []],
  ['shop.com', undefined, []],
])('the host of the servers of %s, %j, is %j', (provider, servers, expected) => {
  expect(serverHost(provider, servers)).toEqual(expected)
})

it.each([
  ["const BASE_URL = 'https://api.shop.com/v1'", ['api.shop.com']],
  ['this.baseURL = options.baseUrl ?? `https://api.shop.com`', ['api.shop.com']],
  ['{ "host": "https://api.shop.com" }', ['api.shop.com']],
  ["const docs = 'https://docs.shop.com'", []],
  ["// url: 'https://api.shop.com'", []],
  ["throw new Error('see https://shop.com/errors')", []],
])('the default hosts of %s are %j', (code, expected) => {
  expect(defaultHosts(code)).toEqual(expected)
})
