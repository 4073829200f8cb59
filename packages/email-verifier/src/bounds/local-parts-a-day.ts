// Domains where anyone has an address: a list of customers has thousands of each, and nobody harvests them by asking.
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
 * Returns how many distinct local parts of a domain are asked for in a day: 1,000, so that nobody's directory is read by
 * asking, and 20,000 where anyone has an address.
 *
 * @param domain - in ASCII form and lower case
 *
 * @example
 * import { localPartsADay } from '@netbox/email-verifier'
 * localPartsADay('mail.example') // => 1000
 * localPartsADay('gmail.com') // => 20000
 */
export const localPartsADay = (domain: string): number => (publicMail.has(domain) ? OF_PUBLIC_MAIL : OF_OTHERS)
