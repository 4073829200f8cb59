import { parseDomain } from '../../../inputs/host.ts'
import { type HeaderBlock, valuesOf } from './input.ts'

/** The authors in the From fields of a message (RFC 5322, section 3.6.2). */
export interface Authors {
  /** The number of From fields; a valid mail has one. */
  readonly fields: number
  /** The number of addresses in the From fields. */
  readonly addresses: number
  /** The domains of the addresses, without duplicates; undefined for an address without a readable domain. */
  readonly domains: readonly (string | undefined)[]
}

const LIST_SIGNS = /[",;()\\]/

/** Splits a list of mailboxes at its commas, ignoring comments and quoted names. */
const splitMailboxes = (value: string): string[] => {
  // Most fields contain one author, and headers are already trimmed.
  if (!LIST_SIGNS.test(value)) return value === '' ? [] : [value]
  const mailboxes = ['']
  let comments = 0
  let isQuoted = false
  for (let at = 0; at < value.length; at++) {
    const sign = value.charAt(at)
    if (sign === '\\' && (isQuoted || comments > 0)) at++
    else if (sign === '"' && comments === 0) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '(') comments++
    else if (sign === ')' && comments > 0) comments--
    else if (comments === 0 && (sign === ',' || sign === ';')) mailboxes.push('')
    else if (comments === 0) mailboxes[mailboxes.length - 1] += sign
  }
  return mailboxes.map((mailbox) => mailbox.trim()).filter((mailbox) => mailbox !== '')
}

/** Returns the address of a mailbox: the text in angle brackets, or the whole text. */
const addressIn = (mailbox: string): string => {
  const open = mailbox.lastIndexOf('<')
  const close = mailbox.indexOf('>', open)
  return (open < 0 ? mailbox : mailbox.slice(open + 1, close < 0 ? undefined : close)).trim()
}

/** Returns the domain of an address; undefined if there is none, or more than one. */
const domainOf = (address: string): string | undefined => {
  // A source route precedes the address (RFC 5322, section 4.4).
  const bare = address.startsWith('@') ? address.slice(address.indexOf(':') + 1) : address
  const at = bare.indexOf('@')
  return at < 0 || at !== bare.lastIndexOf('@') ? undefined : parseDomain(bare.slice(at + 1).trim())
}

/** Reads the From fields of a message. */
export const authorsOf = (block: HeaderBlock): Authors => {
  const fields = valuesOf(block, 'from')
  const domains = new Set<string | undefined>()
  let addresses = 0
  for (const field of fields) {
    for (const mailbox of splitMailboxes(field)) {
      addresses++
      domains.add(domainOf(addressIn(mailbox)))
    }
  }
  return { fields: fields.length, addresses, domains: [...domains] }
}

/** The envelope sender; empty in bounces, which must not be answered. */
export interface EnvelopeSender {
  readonly address: string
  /** Undefined if the sender is empty or has no readable domain. */
  readonly domain: string | undefined
}

/** Reads the value of a Return-Path field or of an `envelope-from`; a domain without a local part means its postmaster. */
export const parseEnvelopeSender = (text: string): EnvelopeSender => {
  const address = addressIn(text.replace(/^"(.*)"$/, '$1'))
  const at = address.lastIndexOf('@')
  const domain = parseDomain(address.slice(at + 1))
  return { address: at < 0 && domain !== undefined ? `postmaster@${domain}` : address, domain }
}
