import { describe, expect, it } from 'vitest'
import { checkForm } from '../../lib/page/form.ts'
import { notificationForm } from './notifications.tsx'

const whole = {
  title: ' A new tool ',
  message: 'Look at it.',
  type: 'new_tool',
  audience: 'everyone',
  target: '',
  expiry: '',
}

const errorsOf = (values: object) => checkForm(notificationForm, values).errors
const draftOf = (values: object) => checkForm(notificationForm, values).output

describe('a notification that is written', () => {
  it('needs a title and a message', () => {
    expect(errorsOf(whole)).toEqual({})
    const empty = errorsOf({ ...whole, title: ' ', message: '\n' })
    expect(empty).toEqual({ title: 'Title and message are required.', message: 'Title and message are required.' })
  })

  it('needs a user if it is for one, and an expiry in the future', () => {
    expect(errorsOf({ ...whole, audience: 'one' })).toHaveProperty('target')
    expect(errorsOf({ ...whole, audience: 'one', target: 'u2' })).toEqual({})
    expect(errorsOf({ ...whole, expiry: '2020-01-01T00:00' })).toHaveProperty('expiry')
    expect(errorsOf({ ...whole, expiry: 'nonsense' })).toHaveProperty('expiry')
    expect(errorsOf({ ...whole, expiry: '2099-01-01T00:00' })).toEqual({})
  })

  it('goes to everyone or to one, never to both', () => {
    expect(draftOf({ ...whole, target: 'u2' })).toEqual({
      title: 'A new tool',
      message: 'Look at it.',
      type: 'new_tool',
      is_global: true,
      target_user_id: null,
      expires_at: null,
    })
    expect(draftOf({ ...whole, audience: 'one', target: 'u2', type: '?' })).toMatchObject({
      type: 'general',
      is_global: false,
      target_user_id: 'u2',
    })
  })

  it('expires at an instant', () => {
    const draft = draftOf({ ...whole, expiry: '2099-01-01T00:00' })
    expect(Date.parse(String(draft?.expires_at))).toBe(new Date(2099, 0, 1).getTime())
  })
})
