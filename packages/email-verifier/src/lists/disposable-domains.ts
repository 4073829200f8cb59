import disposable from 'disposable-email-domains-js'

let known: ReadonlySet<string> | undefined

/**
 * Returns whether a domain, or one that it is part of, hands out addresses for a while, by the public list
 * disposable-email-domains. The list is read once, when it is first asked for.
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
  // Its own look-up makes a new set of all domains for each question.
  known ??= disposable.disposableEmailBlocklistSet()
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    if (known.has(name)) return true
  }
  return false
}
