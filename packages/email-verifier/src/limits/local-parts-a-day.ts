// Domains where anyone can get an address: a customer list has thousands of addresses at each, and attackers don't harvest them this way.
const publicMail: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com outlook.com hotmail.com live.com msn.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it
  outlook.fr outlook.de outlook.es outlook.com.br yahoo.com ymail.com rocketmail.com aol.com yahoo.co.uk yahoo.fr yahoo.de
  yahoo.es yahoo.it yahoo.com.br yahoo.co.in yahoo.co.jp icloud.com me.com mac.com proton.me protonmail.com pm.me
  zoho.com zohomail.com fastmail.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de mail.com mail.ru
  inbox.ru list.ru bk.ru yandex.ru yandex.com ya.ru qq.com 163.com 126.com naver.com daum.net orange.fr wanadoo.fr free.fr
  laposte.net sfr.fr libero.it virgilio.it seznam.cz wp.pl o2.pl onet.pl uol.com.br bol.com.br terra.com.br comcast.net
  verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net btinternet.com bluewin.ch telenet.be ziggo.nl
  `
    .split(/\s+/)
    .filter((domain) => domain !== ''),
)

const OF_PUBLIC_MAIL = 20_000
const OF_OTHERS = 1000

/**
 * Returns the daily limit of distinct local parts for a domain: 1,000, which prevents reading a directory by trial, and 20,000 for domains
 * where anyone can get an address.
 *
 * @param domain - in ASCII form and lower case
 *
 * @example
 * import { localPartsADay } from '@netbox/email-verifier'
 * localPartsADay('mail.example') // => 1000
 * localPartsADay('gmail.com') // => 20000
 */
export const localPartsADay = (domain: string): number => (publicMail.has(domain) ? OF_PUBLIC_MAIL : OF_OTHERS)
