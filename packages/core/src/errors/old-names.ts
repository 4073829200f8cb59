/** The names that changed before the first release, by the place where users write them. Each is refused with the new one. */
export const OLD_NAMES = {
  scenario: {
    'client-cert': 'client-cert-required',
    'sts-mismatch': 'mta-sts-mismatch',
    blacklisted: 'block-listed',
    'lists-refuse': 'block-lists-refuse',
    'list-dead': 'block-list-dead',
    'dangling-cname': 'cname-dangling',
  },
  /** Fields of world documents. */
  field: { 'served-by': 'servedBy' },
  /** States in world documents. */
  value: {
    accepts: 'open',
    refuses: 'refused',
    closed: 'refused',
    timeout: 'silent',
    'client-cert': 'client-cert-required',
  },
  /** Options of a toolbox. */
  option: { latency: 'delay' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** Returns the sentence about an old name, or undefined for other names. `known` are the names that the place accepts. */
export const renamed = (kind: keyof typeof OLD_NAMES, name: string, known: readonly string[]): string | undefined => {
  const now = new Map<string, string>(Object.entries(OLD_NAMES[kind])).get(name)
  return now !== undefined && known.includes(now) ? `'${name}' is called ${now} now.` : undefined
}
