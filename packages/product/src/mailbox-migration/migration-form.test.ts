import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyMailbox, parsePort, validateMigration, withPreset, type MigrationForm } from './migration-form.ts'

const mailbox = {
  provider: 'custom',
  host: 'imap.mail.example',
  port: '993',
  email: 'ana@mail.example',
  password: 'secret',
} as const
const form: MigrationForm = { source: mailbox, destination: { ...mailbox, host: 'imap.post.example' } }

describe('parsePort', () => {
  it('defaults to 993 when it is not a number', () => {
    for (const text of ['', '  ', 'imap', '99x', '0x10', '1e3', 'NaN', 'Infinity', '9'.repeat(3) + ' 3']) {
      expect(parsePort(text)).toBe(993)
    }
  })

  it('reads every port from 1 to 65535', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 65_535 }), (port) => parsePort(` ${port} `) === port))
  })

  it('refuses invalid port numbers', () => {
    for (const text of ['0', '-1', '65536', '143.5', '9'.repeat(400)]) expect(parsePort(text)).toBeUndefined()
  })
})

describe('withPreset', () => {
  it('fills in the host and port of the provider', () => {
    expect(withPreset({ ...mailbox, port: '143' }, 'yahoo')).toEqual({
      ...mailbox,
      provider: 'yahoo',
      host: 'imap.mail.yahoo.com',
      port: '993',
    })
  })

  it('keeps the host and port for Custom', () => {
    const typed = { ...mailbox, provider: 'gmail', port: '143' } as const
    expect(withPreset(typed, 'custom')).toEqual({ ...typed, provider: 'custom' })
  })
})

describe('validateMigration', () => {
  it('is valid for a signed-in user who filled in everything, with the specified notice', () => {
    expect(validateMigration(form, { signedIn: true })).toEqual({
      valid: true,
      message: {
        kind: 'info',
        text: 'Migration functionality is currently being migrated to the new backend.',
      },
      problems: [],
    })
  })

  it('is invalid without a sign-in, and requires it', () => {
    expect(validateMigration(form, { signedIn: false })).toEqual({
      valid: false,
      message: { kind: 'error', text: 'Please log in to use migration.' },
      problems: [],
    })
  })

  it('requires host, email and password of both mailboxes', () => {
    const { valid, problems } = validateMigration(
      { source: emptyMailbox, destination: { ...emptyMailbox, host: '  ' } },
      { signedIn: true },
    )
    expect(valid).toBe(false)
    expect(problems.map(({ side, field, code }) => `${side}.${field}: ${code}`)).toEqual([
      'source.host: required',
      'source.email: required',
      'source.password: required',
      'destination.host: required',
      'destination.email: required',
      'destination.password: required',
    ])
  })

  it('names the port that is out of range', () => {
    const wrong = { ...form, destination: { ...mailbox, port: '65536' } }
    expect(validateMigration(wrong, { signedIn: true })).toMatchObject({
      valid: false,
      problems: [{ side: 'destination', field: 'port', code: 'invalid_port' }],
    })
  })

  it('uses the default for a blank port, and accepts blanks as a password', () => {
    const source = { ...mailbox, port: '', password: '  ' }
    expect(validateMigration({ ...form, source }, { signedIn: true }).problems).toEqual([])
  })
})
