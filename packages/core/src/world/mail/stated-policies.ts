import { parseDmarc } from '../../protocols/dmarc-record.ts'
import { statedAt } from '../facts.ts'
import type { World } from '../world.ts'

/** Returns the stated DMARC policy of a domain; undefined if none is stated. */
export const statedDmarcOf = (
  world: World,
  domain: string,
): { readonly policy: 'missing' | 'none' | 'quarantine' | 'reject'; readonly record: string | null } | undefined => {
  const texts = world.facts?.records.get(`_dmarc.${domain}`)?.TXT?.map(({ value }) => value)
  if (texts === undefined) return undefined
  const action = parseDmarc(domain, texts)?.actions?.p
  const record = texts.find((text) => text.trim().toUpperCase().startsWith('V=DMARC1')) ?? null
  return action === undefined ? { policy: 'missing', record: null } : { policy: action, record }
}

// The length in bytes from which a key has 2048 bits. A public RSA key of 1024 bits takes 162 bytes, and one of 2048 bits takes 294.
const LONG_KEY = 250

/** Returns the stated DKIM key of a domain; undefined if none is stated. */
export const statedDkimOf = (
  world: World,
  domain: string,
): { readonly configured: boolean; readonly selector: string; readonly bits: 1024 | 2048 } | undefined => {
  const selector = world.facts?.selectors.get(domain)
  if (selector === undefined) return undefined
  const [record] = statedAt(world, `${selector}._domainkey.${domain}`)?.TXT ?? []
  const key = /(?:^|;)\s*p=([^;]*)/.exec(record?.value ?? '')?.[1]?.replaceAll(/\s/g, '') ?? ''
  return { configured: key !== '', selector, bits: (key.length * 3) / 4 > LONG_KEY ? 2048 : 1024 }
}
