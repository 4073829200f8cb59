/** A compressed form, and how it is called in headers. The smaller one first. */
export const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/** The name of a compressed form. */
export type Encoding = (typeof encodings)[number]['name']

const refused = /;\s*q=0(?:\.0*)?\s*$/i

const choose = (accepted: string | undefined): Encoding | undefined => {
  const offers = new Map(
    (accepted ?? '').split(',').map((offer) => {
      const [name = ''] = offer.split(';')
      return [name.trim().toLowerCase(), !refused.test(offer)]
    }),
  )
  return encodings.map(({ name }) => name).find((name) => offers.get(name) ?? offers.get('*') ?? false)
}

// Every browser has its own one header.
const KNOWN = 200
const chosen = new Map<string | undefined, Encoding | undefined>()

/**
 * Chooses the smallest form that a client takes (RFC 9110, section 12.5.3); undefined is the text as it is. Browsers name all
 * that they know without a preference.
 */
export const chooseEncoding = (accepted: string | undefined): Encoding | undefined => {
  if (chosen.has(accepted)) return chosen.get(accepted)
  const encoding = choose(accepted)
  if (chosen.size < KNOWN) chosen.set(accepted, encoding)
  return encoding
}
