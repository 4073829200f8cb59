import { expect, it } from 'vitest'
import { createRedirects, withFragment, withQuery } from './request.ts'

const resolve = createRedirects({
  siteUrl: 'https://shop.example/start',
  publicUrl: 'https://netbox.example',
  corsOrigins: ['https://app.example:8443'],
  redirectUrls: ['myapp://signed-in', 'https://other.example/welcome/'],
})

it.each([
  'https://netbox.example/any/page?a=1',
  'https://app.example:8443/',
  'https://shop.example/orders',
  'myapp://signed-in?flow=1',
  'https://other.example/welcome?a=1',
])('leads to %s', (page) => {
  expect(resolve(page)).toBe(page)
})

it.each([
  null,
  '',
  '/relative',
  'https://netbox.example.evil.example/',
  'https://netbox.example@evil.example/',
  'https://a:b@netbox.example/',
  'https://app.example/',
  'https://other.example/welcome/more',
  'otherapp://signed-in',
  'javascript:alert(1)',
  '//evil.example',
])('leads to the page of the app instead of %s', (page) => {
  expect(resolve(page)).toBe('https://shop.example/start')
})

it('keeps the query of a page', () => {
  expect(withQuery('https://app.example/?flow=1', 'code', 'a b')).toBe('https://app.example/?flow=1&code=a+b')
  expect(withFragment('https://app.example/?flow=1#old', { a: '1' })).toBe('https://app.example/?flow=1#a=1')
})
