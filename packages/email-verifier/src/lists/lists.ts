import disposable from 'disposable-email-domains-js'

let known: ReadonlySet<string> | undefined

/**
 * Returns whether a domain or its parent provides disposable addresses, according to the public list disposable-email-domains. The list is
 * loaded on first use.
 *
 * @param domain - in ASCII form and lower case
 *
 * @example
 * import { isDisposableDomain } from '@netbox/email-verifier'
 * isDisposableDomain('mailinator.com') // => true
 * isDisposableDomain('inbox.mailinator.com') // => true
 * isDisposableDomain('mail.example') // => false
 */
export const isDisposableDomain = (domain: string): boolean => {
  // The package's own function builds a new set of all domains for each call.
  known ??= disposable.disposableEmailBlocklistSet()
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    if (known.has(name)) return true
  }
  return false
}

// RFC 2142, sections 3 to 5.
const standard = `
  info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp
`
const ofSystems = `
  admin administrator devnull dns ftpadmin hostadmin it mail mailer-daemon nobody no-reply no_reply noreply
  donotreply do-not-reply root sysadmin system tech webadmin
`
const ofOffices = `
  accounting accounts billing booking bookings business careers contact contacts customer-service
  customerservice customercare enquiries enquiry events feedback finance hello help helpdesk hi hr inquiries
  inquiry invoices invoicing jobs legal list list-request mailbox media newsletter office orders payments
  payroll personnel press privacy dpo gdpr compliance procurement purchasing reception recruiting recruitment
  returns secretary service services shop staff store subscribe team unsubscribe
`
const inOtherLanguages = `
  buchhaltung buero kontakt personal rechnung verwaltung vertrieb bewerbung datenschutz administracion contacto
  facturacion ventas atendimento comercial contato financeiro suporte vendas comptabilite direction facturation
  secretariat amministrazione contatti
`

const roles: ReadonlySet<string> = new Set(
  `${standard} ${ofSystems} ${ofOffices} ${inOtherLanguages}`.split(/\s+/).filter((name) => name !== ''),
)

/**
 * Returns whether a local part is a role (`info`, `postmaster`); ignores case and a plus sign with the text after it (RFC 2142, section 2:
 * `MAILBOX` is the same mailbox).
 *
 * @example
 * import { isRoleAccount } from '@netbox/email-verifier'
 * isRoleAccount('Support+orders') // => true
 * isRoleAccount('ana') // => false
 */
export const isRoleAccount = (localPart: string): boolean => roles.has(localPart.toLowerCase().replace(/\+.*$/, ''))
