/** A compressed form, and how it is called in headers. The smaller one first. */
export const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/** The name of a compressed form. */
export type Encoding = (typeof encodings)[number]['name']

const refused = /;\s*q=0(?:\.0*)?\s*$/i

/**
 * Chooses the smallest form that a client takes (RFC 9110, section 12.5.3); undefined is the text as it is. Browsers name all
 * that they know without a preference.
 */
export const chooseEncoding = (accepted: string | undefined): Encoding | undefined => {
  const offers = new Map(
    (accepted ?? '').split(',').map((offer) => {
      const [name = ''] = offer.split(';')
      return [name.trim().toLowerCase(), !refused.test(offer)]
    }),
  )
  return encodings.map(({ name }) => name).find((name) => offers.get(name) ?? offers.get('*') ?? false)
}
