import { describe, expect, it } from 'vitest'
import { isPresetHost, presetLabel, presets } from './presets.ts'

describe('presets', () => {
  it('lists four providers with their host, and custom', () => {
    expect(presets.map(presetLabel)).toEqual([
      'Gmail (imap.gmail.com)',
      'Outlook/Hotmail (outlook.office365.com)',
      'Yahoo (imap.mail.yahoo.com)',
      'iCloud (imap.mail.me.com)',
      'Custom',
    ])
  })

  it('recognizes the host of a provider, ignoring case', () => {
    expect(isPresetHost(' IMAP.gmail.com ')).toBe(true)
    expect(isPresetHost('imap.mail.example')).toBe(false)
  })

  it('matches no provider for a blank host', () => {
    expect(isPresetHost('')).toBe(false)
    expect(isPresetHost('  ')).toBe(false)
  })
})
