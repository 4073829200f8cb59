import { createHash } from 'node:crypto'
import { isObject } from '@netbox/core'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Page } from '../web/send-page.ts'
import { jsonPage } from './pages.ts'
import { AcmeProblem } from './problem.ts'
import { readObject, verifyBinding, verifyInnerJws } from './read-jws.ts'
import { type Account, type Ca, checkRoom, timeText } from './state.ts'

type Payload = Readonly<Record<string, unknown>>

const MOST_CONTACTS = 10
const LONGEST_CONTACT = 320
const MAILTO = /^mailto:[^\s@,?]+@[^\s@,?.]+(?:\.[^\s@,?.]+)+$/

const readContacts = (value: unknown): string[] => {
  if (!Array.isArray(value) || value.length > MOST_CONTACTS)
    throw new AcmeProblem('malformed', `The field 'contact' must be a list of at most ${MOST_CONTACTS} URLs.`)
  return value.map((contact: unknown) => {
    if (typeof contact !== 'string' || !contact.startsWith('mailto:'))
      throw new AcmeProblem('unsupportedContact', "Only contacts with the scheme 'mailto:' are supported.")
    if (contact.length > LONGEST_CONTACT || !MAILTO.test(contact))
      throw new AcmeProblem('invalidContact', `'${contact.slice(0, LONGEST_CONTACT)}' is not a valid address.`)
    return contact
  })
}

const viewOf = (ca: Ca, { url, jwk, status, contact, createdAt }: Account): object => ({
  status,
  key: jwk,
  contact,
  createdAt: timeText(ca, createdAt),
  termsOfServiceAgreed: true,
  orders: `${url}/orders`,
})

const pageOf = (ca: Ca, account: Account, status = 200): Page =>
  jsonPage(ca, viewOf(ca, account), { status, headers: { Location: account.url } })

/** Returns the account with a key, by its thumbprint (RFC 7638). */
export const accountWith = ({ accounts }: Ca, thumbprint: string): Account | undefined =>
  [...accounts.values()].find((account) => account.thumbprint === thumbprint)

/** Returns the key of an external account. It follows from the seed, so each text is the identifier of one. */
export const externalSecretOf = (seed: string, kid: string): Buffer =>
  createHash('sha256').update(`${seed} external account ${kid}`).digest()

/** Answers a request for an account (RFC 8555, section 7.3). */
export const newAccount = async (ca: Ca, jwk: JWK, payload: Payload): Promise<Page> => {
  const thumbprint = await calculateJwkThumbprint(jwk)
  const binding = payload['externalAccountBinding']
  const secretOf = (kid: string) => externalSecretOf(ca.live.seed, kid)
  if (binding !== undefined) await verifyBinding(binding, { url: ca.urlOf('new-acct'), jwk, secretOf })
  // From here on, nothing waits, so requests with one key at the same time create one account.
  const known = accountWith(ca, thumbprint)
  if (known?.status === 'deactivated')
    throw new AcmeProblem('unauthorized', 'The account with this key is deactivated.')
  if (known !== undefined) return pageOf(ca, known)
  if (payload['onlyReturnExisting'] === true)
    throw new AcmeProblem('accountDoesNotExist', 'No account exists with this key.')
  if (payload['termsOfServiceAgreed'] !== true)
    throw new AcmeProblem('malformed', "must agree to terms of service: 'termsOfServiceAgreed' must be true")
  checkRoom(ca, 'accounts')
  if (binding === undefined && ca.authority.needsExternalAccount === true)
    throw new AcmeProblem('externalAccountRequired', 'The request must have an external account binding.')
  const account: Account = {
    url: ca.newUrl('acct'),
    jwk,
    thumbprint,
    status: 'valid',
    contact: payload['contact'] === undefined ? [] : readContacts(payload['contact']),
    createdAt: ca.live.time(),
  }
  ca.accounts.set(account.url, account)
  return pageOf(ca, account, 201)
}

/** Answers a request to read, change or deactivate an account (sections 7.3.2 and 7.3.6). */
export const updateAccount = (ca: Ca, account: Account, payload: Payload | undefined): Page => {
  if (payload?.['contact'] !== undefined) account.contact = readContacts(payload['contact'])
  if (payload?.['status'] === 'deactivated') account.status = 'deactivated'
  else if (payload?.['status'] !== undefined)
    throw new AcmeProblem('malformed', "The status of an account can only become 'deactivated'.")
  return pageOf(ca, account)
}

/** Answers a request for another key of an account (section 7.3.5). */
export const changeKey = async (ca: Ca, account: Account, payload: Payload): Promise<Page> => {
  const { payload: octets, jwk } = await verifyInnerJws(payload, ca.urlOf('key-change'))
  const { account: url, oldKey } = readObject(octets.toString(), 'The payload of the inner JWS')
  const old = await calculateJwkThumbprint(isObject(oldKey) ? oldKey : {}).catch(() => '')
  if (url !== account.url || old !== account.thumbprint)
    throw new AcmeProblem('malformed', "The inner JWS must name the 'account' and its 'oldKey'.")
  const thumbprint = await calculateJwkThumbprint(jwk)
  const other = accountWith(ca, thumbprint)
  if (other !== undefined)
    throw new AcmeProblem('malformed', 'Another account has this key.', {
      status: 409,
      headers: [{ name: 'Location', value: other.url }],
    })
  account.jwk = jwk
  account.thumbprint = thumbprint
  return pageOf(ca, account)
}

const SHOWN_ORDERS = 100

/** Returns the latest orders of an account. */
export const ordersOf = (ca: Ca, account: Account): Page =>
  jsonPage(ca, {
    orders: [...ca.orders.values()]
      .filter((order) => order.account === account)
      .slice(-SHOWN_ORDERS)
      .map(({ url }) => url),
  })
