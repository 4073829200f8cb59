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
