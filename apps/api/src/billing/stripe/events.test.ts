import { describe, expect, it } from 'vitest'
import { eventOf, signed } from '../../../test/billing/support/event.ts'
import { readSignedEvent } from './events.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

/** Signs an event with a secret at a given time, and reads it. */
const read = (event: object, { secret = 'whsec_1', at = NOW, secrets = ['whsec_1'] } = {}) => {
  const { body, headers } = signed(event, secret, at)
  return readSignedEvent(body, headers['stripe-signature'], { secrets, now: NOW })
}

describe('a signed event', () => {
  it('identifies its subject and owner', () => {
    const event = eventOf('invoice.paid', { object: 'invoice', id: 'in_1', customer: 'cus_1' }, { id: 'evt_1' })
    const known = { id: 'evt_1', type: 'invoice.paid', isLive: false, objectId: 'in_1', customerId: 'cus_1' }
    expect(read(event)).toEqual(known)
    expect(read({ ...event, livemode: true })).toEqual({ ...known, isLive: true })
  })

  it.each([
    ['the customer as an object', { object: 'invoice', id: 'in_1', customer: { id: 'cus_2' } }, 'in_1', 'cus_2'],
    ['a customer itself', { object: 'customer', id: 'cus_3', customer: 'cus_4' }, 'cus_3', 'cus_3'],
    ['a customer without an id', { object: 'customer', id: '' }, undefined, undefined],
    ['nobody', { object: 'invoice', id: 'in_1', customer: null }, 'in_1', undefined],
    ['what has no id', { object: 'invoice', customer: 7 }, undefined, undefined],
  ])('names %s', (_name, object, objectId, customerId) => {
    expect(read(eventOf('invoice.paid', object))).toMatchObject({ objectId, customerId })
  })

  it.each([
    ['without data', { data: undefined }],
    ['with data that is none', { data: 'in_1' }],
    ['without an object', { data: {} }],
    ['with an object that is none', { data: { object: 'in_1' } }],
  ])('%s has no subject', (_name, given) => {
    const event = { ...eventOf('invoice.paid', {}), ...given }
    expect(read(event)).toMatchObject({ objectId: undefined, customerId: undefined })
  })

  it.each([
    ['is no event', { object: 'invoice' }],
    ['has no id', { id: '' }],
    ['has an id that is no text', { id: 7 }],
    ['has no type', { type: null }],
    ['has an id that no table keeps', { id: 'e'.repeat(256) }],
    ['has a type that no table keeps', { type: 't'.repeat(256) }],
  ])('that %s is refused', (_name, given) => {
    expect(read({ ...eventOf('invoice.paid', {}), ...given })).toBeUndefined()
  })

  it('is read with an id and a type of 255 characters', () => {
    const event = eventOf('t'.repeat(255), {}, { id: 'e'.repeat(255) })
    expect(read(event)).toMatchObject({ id: event.id, type: event.type })
  })

  it('is accepted with any of the secrets, for five minutes', () => {
    const event = eventOf('invoice.paid', {})
    const secrets = ['whsec_2', 'whsec_1']
    expect(read(event, { secrets })).toBeDefined()
    expect(read(event, { secrets, secret: 'whsec_3' })).toBeUndefined()
    expect(read(event, { secrets: [] })).toBeUndefined()
    expect(read(event, { at: NOW - 300_000 })).toBeDefined()
    expect(read(event, { at: NOW - 301_000 })).toBeUndefined()
  })

  it('is refused when signed later than now, except for the difference between clocks', () => {
    const event = eventOf('invoice.paid', {})
    expect(read(event, { at: NOW + 30_000 })).toBeDefined()
    expect(read(event, { at: NOW + 31_000 })).toBeUndefined()
    expect(read(event, { at: NOW + 86_400_000 })).toBeUndefined()
  })

  it.each([
    ['says nothing', () => 't=,v1='],
    ['is of an empty secret', (event: object) => signed(event, '', NOW).headers['stripe-signature']],
    ['is of another event', () => signed({ object: 'event' }, 'whsec_1', NOW).headers['stripe-signature']],
    [
      'is old, under a new time',
      (event: object) =>
        signed(event, 'whsec_1', NOW - 600_000).headers['stripe-signature'].replace(/^t=\d+/, `t=${NOW / 1000}`),
    ],
    [
      'is of an older scheme',
      (event: object) => signed(event, 'whsec_1', NOW).headers['stripe-signature'].replace('v1=', 'v0='),
    ],
  ])('is refused when its signature %s', (_name, signatureOf) => {
    const event = eventOf('invoice.paid', {})
    const { body } = signed(event, 'whsec_1', NOW)
    expect(readSignedEvent(body, signatureOf(event), { secrets: ['whsec_1'], now: NOW })).toBeUndefined()
  })

  it('is refused when it is not JSON, not an object, or unsigned', () => {
    expect(read([])).toBeUndefined()
    const { body, headers } = signed(eventOf('invoice.paid', {}), 'whsec_1', NOW)
    const signature = headers['stripe-signature']
    for (const [text, by] of [
      [`${body}}`, signature],
      [`${body} `, signature],
      [body, undefined],
      [body, ''],
    ] as const)
      expect(readSignedEvent(text, by, { secrets: ['whsec_1'], now: NOW })).toBeUndefined()
  })
})
