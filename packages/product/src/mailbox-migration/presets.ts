/** The mailbox providers with a known IMAP host, and `custom` for every other host. Source: spec §9. */
export const presets = [
  { id: 'gmail', name: 'Gmail', host: 'imap.gmail.com' },
  { id: 'outlook', name: 'Outlook/Hotmail', host: 'outlook.office365.com' },
  { id: 'yahoo', name: 'Yahoo', host: 'imap.mail.yahoo.com' },
  { id: 'icloud', name: 'iCloud', host: 'imap.mail.me.com' },
  { id: 'custom', name: 'Custom', host: '' },
] as const

/** A mailbox provider, with the host of its IMAP server. */
export type Preset = (typeof presets)[number]

/** The id of a mailbox provider, or `custom` for any other. */
export type PresetId = Preset['id']

/**
 * Returns the label of a provider in the form, with its host in brackets. Source: spec §9.
 *
 * @example
 * import { presetLabel } from '@netbox/product'
 * presetLabel({ id: 'gmail', name: 'Gmail', host: 'imap.gmail.com' }) // => 'Gmail (imap.gmail.com)'
 */
export function presetLabel({ name, host }: Preset): string {
  return host === '' ? name : `${name} (${host})`
}

/**
 * Returns whether a host belongs to a known provider, ignoring case.
 *
 * @example
 * isPresetHost('IMAP.gmail.com') // => true
 * isPresetHost('mail.example') // => false
 */
export function isPresetHost(host: string): boolean {
  const wanted = host.trim().toLowerCase()
  return wanted !== '' && presets.some((preset) => preset.host === wanted)
}
