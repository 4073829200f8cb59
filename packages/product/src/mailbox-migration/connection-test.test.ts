import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canTestConnection, CONNECTION_TEST_DELAY, testConnection } from './connection-test.ts'
import { emptyMailbox, withPreset } from './migration-form.ts'
import { presets } from './presets.ts'

const mailbox = { ...emptyMailbox, host: 'imap.mail.example', email: 'ana@mail.example', password: 'secret' }

describe('canTestConnection', () => {
  it('needs host, email and password', () => {
    expect(canTestConnection(mailbox)).toBe(true)
    expect(canTestConnection({ ...mailbox, host: ' ' })).toBe(false)
    expect(canTestConnection({ ...mailbox, email: '' })).toBe(false)
    expect(canTestConnection({ ...mailbox, password: '' })).toBe(false)
  })
})

describe('testConnection', () => {
  it('takes a second and a half', () => {
    expect(CONNECTION_TEST_DELAY).toBe(1500)
  })

  it('always succeeds for the host of a preset', () => {
    fc.assert(
      fc.property(fc.constantFrom(...presets), fc.double({ min: 0, max: 1, noNaN: true }), ({ id, host }, fraction) => {
        fc.pre(host !== '')
        expect(testConnection(withPreset(mailbox, id), { fraction })).toEqual({
          host,
          port: 993,
          status: 'success',
          error: null,
        })
      }),
    )
  })

  it('succeeds for any other host below 0.7 and fails from there on', () => {
    expect(testConnection(mailbox, { fraction: 0 }).status).toBe('success')
    expect(testConnection(mailbox, { fraction: 0.699 }).status).toBe('success')
    expect(testConnection(mailbox, { fraction: 0.7 }).status).toBe('failed')
    expect(testConnection(mailbox, { fraction: 0.999 }).status).toBe('failed')
  })

  it('judges by the host, not by the provider that was chosen first', () => {
    const moved = { ...withPreset(mailbox, 'gmail'), host: 'imap.mail.example' }
    expect(testConnection(moved, { fraction: 0.9 }).status).toBe('failed')
  })

  it('advises a custom port when a standard one fails', () => {
    for (const port of ['993', '143', '']) {
      expect(testConnection({ ...mailbox, port }, { fraction: 0.9 }).error).toBe(
        'Unable to connect using standard ports (993, 143). Please check credentials or try a custom port.',
      )
    }
  })

  it('advises a check of the settings when a custom port fails', () => {
    expect(testConnection({ ...mailbox, port: '1993' }, { fraction: 0.9 })).toEqual({
      host: 'imap.mail.example',
      port: 1993,
      status: 'failed',
      error: 'Connection test failed. Please verify your settings.',
    })
  })

  it('fails on a port out of range even for a preset', () => {
    const wrong = { ...withPreset(mailbox, 'gmail'), port: '0' }
    expect(testConnection(wrong, { fraction: 0 })).toMatchObject({
      status: 'failed',
      error: 'Connection test failed. Please verify your settings.',
    })
  })
})
