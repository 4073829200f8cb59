import type { Input } from '../../inputs/input.ts'

/** Any text at all: the tool judges it, and a text that is no address is a finding rather than a refusal. */
export const emailInput: Input<string> = {
  type: 'Email Addresses',
  parse: (text) => {
    const value = text.trim()
    return value === '' ? undefined : { value, canonical: value }
  },
}
