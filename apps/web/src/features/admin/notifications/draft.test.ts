import { describe, expect, it } from 'vitest'
import { checkDraft, draftOf, type DraftValues } from './draft.ts'

const NOW = Date.parse('2026-11-20T08:00:00Z')
const whole: DraftValues = {
  title: ' A new tool ',
  message: 'Look at it.',
  type: 'new_tool',
  audience: 'everyone',
  target: '',
  expiry: '',
}

describe('a notification that is written', () => {
  it('needs a title and a message', () => {
    expect(checkDraft(whole, NOW)).toEqual({})
    const empty = checkDraft({ ...whole, title: ' ', message: '\n' }, NOW)
    expect(empty).toEqual({ title: 'Title and message are required.', message: 'Title and message are required.' })
  })

  it('needs a user if it is for one, and an expiry in the future', () => {
    expect(checkDraft({ ...whole, audience: 'one' }, NOW)).toHaveProperty('target')
    expect(checkDraft({ ...whole, audience: 'one', target: 'u2' }, NOW)).toEqual({})
    expect(checkDraft({ ...whole, expiry: '2020-01-01T00:00' }, NOW)).toHaveProperty('expiry')
    expect(checkDraft({ ...whole, expiry: 'nonsense' }, NOW)).toHaveProperty('expiry')
    expect(checkDraft({ ...whole, expiry: '2099-01-01T00:00' }, NOW)).toEqual({})
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
    const { expires_at: expiry } = draftOf({ ...whole, expiry: '2099-01-01T00:00' })
    expect(Date.parse(String(expiry))).toBe(new Date(2099, 0, 1).getTime())
  })
})
