/** Where anybody may have a mailbox: in any list of customers there are many of them. */
const PUBLIC_DOMAINS: ReadonlySet<string> = new Set([
  '163.com',
  'aol.com',
  'free.fr',
  'gmail.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'libero.it',
  'live.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'orange.fr',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'qq.com',
  'uol.com.br',
  'web.de',
  'yahoo.com',
  'yandex.ru',
])

const OF_PUBLIC = 50_000
const OF_OTHERS = 1000

/**
 * Gives how many different local parts of a domain may be asked about on a UTC day: enough for a list of customers, too few to find out who
 * works somewhere.
 */
export const mostLocalParts = (domain: string): number =>
  PUBLIC_DOMAINS.has(domain.toLowerCase()) ? OF_PUBLIC : OF_OTHERS
