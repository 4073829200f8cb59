import type { Input } from '../../inputs/input.ts'

/** Any text: an invalid address is a finding of the tool, not a refusal. */
export const emailInput: Input<string> = {
  type: 'Email Addresses',
  parse: (text) => {
    const value = text.trim()
    return value === '' ? undefined : { value, canonical: value }
  },
}
