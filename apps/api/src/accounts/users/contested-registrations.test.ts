import { beforeAll, describe, expect, it } from 'vitest'
import {
  accountsOver,
  type Fixture,
  freshDevice,
  freshEmail,
  type Mailing,
  mailingOf,
  PASSWORD,
  refusalOf,
} from '../../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../../test/support/database.ts'
import { insertRow } from '../../database/dialects.ts'
import { newId } from '../../random.ts'

const PAGE = { redirectTo: 'https://app.example/' }
const CHOSEN = 'third horse'
const DAY = 24 * 60 * 60_000

/** The mails that a stranger's registration and the owner's requests cause, and how the owner uses one of them. */
const mails = ['first', 'registration', 'last'] as const
const ways = ['site', 'link', 'code'] as const
const proofs = mails.flatMap((mail) => ways.map((way) => ({ mail, way })))

const asks = {
  'a sign-in code': ({ accounts }: Fixture, email: string) =>
    accounts.mailSignIn(email, { ...PAGE, createsUser: true }),
  'a sign-in code for an account': ({ accounts }: Fixture, email: string) => accounts.mailSignIn(email, PAGE),
  'a recovery on the site': ({ accounts }: Fixture, email: string) => accounts.recover(email),
  'a recovery in supabase-js': ({ accounts }: Fixture, email: string) => accounts.recover(email, PAGE),
  'another message on the site': ({ accounts }: Fixture, email: string) => accounts.resend(email),
  'another message in supabase-js': ({ accounts }: Fixture, email: string) => accounts.resend(email, PAGE),
}
const faces = { 'on the site': {}, 'in supabase-js': { metadata: '{"name":"Eve"}', mail: PAGE } }
const orders = { before: [true, false], after: [false, true], 'before and after': [true, true] } as const

const namesOf = <Name extends string>(names: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(names) as Name[]

const table = namesOf(faces).flatMap((face) =>
  namesOf(asks).flatMap((ask) => namesOf(orders).map((order) => ({ face, ask, order }))),
)

/** The action that a mail asks for, with its token and its code. */
interface Mail {
  readonly purpose: 'confirm' | 'recover' | 'sign-in'
  readonly token: string
  readonly code: string
}

const purposes = {
  'Confirm your email for netbox': 'confirm',
  'Choose a new password for netbox': 'recover',
  'Sign in to netbox': 'sign-in',
} as const

const readMail = ({ subject, text }: { readonly subject: string; readonly text: string }): Mail => {
  const purpose = Object.entries(purposes).find(([title]) => title === subject)?.[1]
  if (purpose === undefined) throw new Error(`No mail of these tests: ${subject}`)
  const token = decodeURIComponent(/[#?]token=([^&\s]+)/.exec(text)?.[1] ?? '')
  return { purpose, token, code: /: (\d{6})$/m.exec(text)?.[1] ?? '' }
}

describeOnEveryEngine('a registration', (open) => {
  let core: Fixture
  let mailing: Mailing
  beforeAll(async () => {
    core = await accountsOver(await open(), { mail: true })
    mailing = mailingOf(core)
  })

  const register = async (email: string, options = {}) => {
    const registered = await core.accounts.register({ email, password: PASSWORD, device: freshDevice(), ...options })
    if (registered.kind === 'signed-in') throw new Error('The fixture sends mail, so nobody is signed in.')
    return registered
  }
  const sent = async (email: string): Promise<readonly Mail[]> => {
    await core.sender.sendDue()
    core.clock.advance(1)
    return core.messages.filter(({ to }) => to === email).map(readMail)
  }
  const verify = async (email: string, mail: Mail, way: 'link' | 'code') => {
    const type = mail.purpose === 'recover' ? 'recovery' : 'email'
    const proof = way === 'link' ? { token: mail.token } : { email, code: mail.code }
    const verified = await core.accounts.verifyCode(proof, type, { ...freshDevice(), isOpenToRegister: true })
    return verified.kind === 'user' ? verified.method : 'none'
  }
  /** Uses a mail, and returns how the owner gets a password: `kept` if the registration's is still there. */
  const use = async (email: string, mail: Mail, way: (typeof ways)[number]): Promise<string> => {
    if (way === 'site' && mail.purpose === 'recover') {
      await core.accounts.reset({ token: mail.token }, CHOSEN, freshDevice())
      return 'recovery'
    }
    if (way === 'site' && mail.purpose === 'confirm') {
      const { needsPassword } = await core.accounts.confirm({ token: mail.token }, freshDevice())
      return needsPassword ? 'recovery' : 'kept'
    }
    // Only the latest code works; the reader of an older mail opens its link.
    const isTyped = way === 'code' && (await sent(email)).at(-1)?.code === mail.code
    return verify(email, mail, isTyped ? 'code' : 'link')
  }
  const metadataOf = async (email: string) => (await mailing.userRow(email)).user_metadata ?? ''

  // The rules of this table read the same rows on each engine, so on MariaDB six of its lines have each face, request and order.
  const tried = open.engine === 'mysql' ? table.filter((_, index) => index % 7 === 0) : table
  describe.each(tried)('of a stranger $face, with $ask $order it', ({ face, ask, order }) => {
    it.each(proofs)('leaves nothing once the $mail mail is used: $way', async ({ mail, way }) => {
      const email = freshEmail()
      const [isBefore, isAfter] = orders[order]
      if (isBefore) await asks[ask](core, email)
      const before = (await sent(email)).length
      await register(email, faces[face])
      await sent(email)
      if (isAfter) await asks[ask](core, email)
      const all = await sent(email)
      const nth = { first: 0, registration: before, last: all.length - 1 }[mail]
      const chosen = all[nth]
      if (chosen === undefined) throw new Error(`There is no mail ${nth}`)
      expect(await use(email, chosen, way)).toBe('recovery')
      expect(await mailing.login(email, PASSWORD)).toBe('invalid_credentials')
      expect(await metadataOf(email)).not.toContain('Eve')
    })
  })

  it('has 324 ways to be contested in this table', () => {
    expect(table.length * proofs.length).toBe(324)
  })

  it.each(ways)('that is the only request keeps its password and metadata: %s', async (way) => {
    const email = freshEmail()
    await register(email, faces['in supabase-js'])
    const [mail] = await sent(email)
    if (mail === undefined) throw new Error('There is no mail')
    expect(await use(email, mail, way)).toBe(way === 'site' ? 'kept' : 'otp')
    expect(await mailing.login(email)).toBe('none')
    expect(await metadataOf(email)).toContain('Eve')
  })

  it.each([
    ['of the same browser keeps its password', true, 'none'],
    ['of another browser loses its password', false, 'invalid_credentials'],
  ])('whose message is sent again at the request %s', async (_title, isSame, outcome) => {
    const email = freshEmail()
    const { resendToken } = await register(email)
    const { resendToken: another } = await register(freshEmail())
    await core.accounts.resend(email, {}, isSame ? resendToken : another)
    const [, mail] = await sent(email)
    await core.accounts.confirm({ token: mail?.token ?? '' }, freshDevice())
    expect(await mailing.login(email)).toBe(outcome)
  })

  it('stays contested, whatever the browser of the registration does later', async () => {
    const email = freshEmail()
    const { resendToken } = await register(email)
    await register(email)
    await core.accounts.resend(email, {}, resendToken)
    const mail = (await sent(email)).at(-1)
    expect((await core.accounts.confirm({ token: mail?.token ?? '' }, freshDevice())).needsPassword).toBe(true)
  })

  it('is contested by requests beyond the limit for messages too', async () => {
    const email = freshEmail()
    const { resendToken } = await register(email)
    for (let index = 0; index < 5; index++) await core.accounts.resend(email, {}, resendToken)
    await core.accounts.resend(email)
    const mail = (await sent(email)).at(-1)
    expect((await core.accounts.confirm({ token: mail?.token ?? '' }, freshDevice())).needsPassword).toBe(true)
  })

  it('gives away no authenticator app, session or API token if it was contested', async () => {
    const email = freshEmail()
    await register(email)
    await core.accounts.recover(email)
    const { id } = await mailing.userRow(email)
    const now = core.clock.now()
    const row = { id: newId(), user_id: id, created_at: now }
    const factor = { friendly_name: '', status: 'verified', secret_encrypted: '-', last_step: null } as const
    const token = { name: 'CI', prefix: 'nbx', hash: newId(), scopes: '[]' }
    const { writer, queries } = core.database
    await insertRow(writer, 'mfa_factors', { ...row, ...factor, updated_at: now })
    await insertRow(writer, 'mfa_recovery_codes', { ...row, hash: newId(), used_at: null })
    await insertRow(writer, 'api_tokens', { ...row, ...token, expires_at: null, last_used_at: null, revoked_at: null })
    const mail = (await sent(email)).find(({ purpose }) => purpose === 'confirm')
    await core.accounts.confirm({ token: mail?.token ?? '' }, freshDevice())
    for (const name of ['mfa_factors', 'mfa_recovery_codes'] as const)
      expect(await queries.selectFrom(name).select('id').where('user_id', '=', id).execute()).toEqual([])
    const tokens = queries.selectFrom('api_tokens').select('revoked_at').where('user_id', '=', id)
    expect(await tokens.execute()).toEqual([{ revoked_at: now + 1 }])
  })

  it.each([
    ['only its request', [], true],
    ['requests of two people', [{ ...PAGE, createsUser: true }], false],
  ])('by a sign-in code has the metadata of %s', async (_title, others, hasName) => {
    const email = freshEmail()
    await core.accounts.mailSignIn(email, { ...PAGE, createsUser: true, metadata: '{"name":"Eve"}' })
    const [mail] = await sent(email)
    for (const other of others) await core.accounts.mailSignIn(email, other)
    if (mail === undefined) throw new Error('There is no mail')
    await verify(email, mail, 'link')
    expect((await metadataOf(email)).includes('Eve')).toBe(hasName)
  })

  it('is contested if its request is older than a day', async () => {
    const email = freshEmail()
    await register(email)
    core.clock.advance(DAY)
    const [mail] = await sent(email)
    expect((await core.accounts.confirm({ token: mail?.token ?? '' }, freshDevice())).needsPassword).toBe(true)
  })

  it.each([
    ['keeps its password', 0, 'none'],
    ['loses it if it was contested', 1, 'invalid_credentials'],
  ])('that the operator confirms %s', async (_title, others, outcome) => {
    const email = freshEmail()
    await register(email)
    for (let index = 0; index < others; index++) await core.accounts.recover(email)
    const { id } = await mailing.userRow(email)
    await core.accounts.changeUser(id, { isConfirmed: true }, async () => {})
    expect(await mailing.login(email)).toBe(outcome)
  })

  it('leaves no trace of its address after the account is deleted', async () => {
    const email = freshEmail()
    await register(email)
    const rows = () => core.database.queries.selectFrom('address_requests').select('key').execute()
    const before = (await rows()).length
    await core.accounts.removeUser((await mailing.userRow(email)).id, 'service')
    expect((await rows()).length).toBe(before - 1)
    expect(await refusalOf(core.accounts.removeUser(newId(), 'service'))).toBe('user_not_found')
  })
})
