import { parseArgs, type ParseArgsConfig } from 'node:util'
import { parsePlan } from '@netbox/core'
import { translateServerMessage } from '@netbox/product'
import type { Accounts } from '../accounts/accounts.ts'
import { parseEmailAddress } from '../email-address.ts'
import { adminCommand } from '../config/settings.ts'
import type { SecondFactors } from '../accounts/second-factor/second-factors.ts'
import { updateRow } from '../database/dialects.ts'
import { rotateEncryption } from '../encryption/encryption.ts'
import { audit, SHELL } from '../audit.ts'
import { newId } from '../random.ts'
import { examine, type Installation } from './doctor.ts'
import { listAdmins } from './repository.ts'
import { contractError, Refusal } from '../refusal.ts'

/** The synchronization with the payment provider. */
interface Payments {
  synchronizeAll(): Promise<{
    readonly unpriced: readonly { readonly customerId: string; readonly unknownPrice?: string }[]
    readonly updated: number
    readonly unmatched: readonly { readonly id: string; readonly email: string }[]
  }>
}

export interface CommandDeps extends Installation {
  readonly payments: (Installation['payments'] & Payments) | undefined
  readonly accounts: Pick<Accounts, 'findByEmail' | 'updateProfile' | 'createUser' | 'changeUser'>
  /** Reads standard input. */
  readonly readInput: () => Promise<string>
  readonly secondFactors: Pick<SecondFactors, 'removeLost'>
}

/** The outcome of a command. */
export interface CommandOutcome {
  /** 0: done, 1: failed, 2: wrong usage. */
  readonly exitCode: 0 | 1 | 2
  readonly lines: readonly string[]
}

/** Parses the words of a verb; undefined if they are wrong. */
export const parseWords = <const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) => {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch {
    return undefined
  }
}

type Command = (deps: CommandDeps, words: readonly string[]) => Promise<CommandOutcome>

/** Returns the outcome of a successful command. */
export const done = (...lines: string[]): CommandOutcome => ({ exitCode: 0, lines })
const failed = (...lines: string[]): CommandOutcome => ({ exitCode: 1, lines })

/** The verbs with their effect. */
const verbs = {
  'user create <email>': 'create a user: [--plan PLAN] [--admin] [--password-stdin]',
  'user set-password <email>': 'set a new password, which ends all sessions: [--password-stdin]',
  'grant <email>': 'make a user an admin',
  'revoke <email>': 'remove the admin role',
  list: 'list the admins',
  'remove-factor <email>': 'remove the second factor that a user has lost',
  'doctor [EMAIL]': 'check the installation as a user meets it, with a test mail to EMAIL or the first admin',
  'backup [FOLDER]': 'back up database, keys and files: [--keep N] deletes all but the N newest backups',
  'restore FOLDER': 'restore a backup: [--replace] deletes the present data',
  'delete-replaced': 'delete the data that the last restore replaced',
  migrate: 'create or update the tables: [--dry-run] only lists what is missing',
  'stripe-sync': 'take over plans that were paid at Stripe, as after a restore',
  'rotate-keys': 'encrypt stored passwords and app secrets with the first key of ENCRYPTION_KEYS',
  keys: 'print fresh values for JWT_KEYS and ENCRYPTION_KEYS',
  'anon-key': 'print the public key for supabase-js',
  version: 'print the version',
}

/** The usage text of the command. */
export const usage: CommandOutcome = {
  exitCode: 2,
  lines: [
    `Usage: ${adminCommand('<verb>')}`,
    ...Object.entries(verbs).map(([verb, effect]) => `  ${verb.padEnd(27)}${effect}`),
  ],
}

const setAdmin =
  (isAdmin: boolean): Command =>
  async ({ accounts, clock }, [email, ...more]) => {
    if (email === undefined || more.length > 0) return usage
    const account = await accounts.findByEmail(email)
    if (account === undefined)
      return failed(
        `There is no account with the address ${email}. Let its owner register, or create it: '${adminCommand(`user create ${email} --admin`)}'.`,
      )
    const entry = {
      actorId: SHELL,
      action: 'profile.update',
      targetId: account.id,
      detail: { is_admin: isAdmin },
    } as const
    const changed = await accounts.updateProfile(account.id, { isAdmin }, (queries) =>
      audit(queries, entry, clock.now()),
    )
    const unconfirmed =
      changed.confirmedAt === null
        ? ["The address isn't confirmed, so the account can't sign in before its owner opens the link in the mail."]
        : []
    const suspended = changed.status === 'disabled' ? ['The account is suspended, so nobody can use it.'] : []
    return done(
      `${changed.email} ${isAdmin ? 'is now an admin' : 'is no longer an admin'}.`,
      ...unconfirmed,
      ...suspended,
    )
  }

/** Returns the first line of standard input, or a new password with a line that shows it. Process lists show arguments. */
const choosePassword = async (isGiven: boolean, { readInput }: Pick<CommandDeps, 'readInput'>) => {
  if (isGiven) return { password: (await readInput()).split(/\r?\n/, 1)[0] ?? '', lines: [] }
  const password = newId()
  return { password, lines: [`Password: ${password}`] }
}

const PASSWORD = { 'password-stdin': { type: 'boolean' } } as const

const createUser: Command = async (deps, words) => {
  const parsed = parseWords(words, { ...PASSWORD, plan: { type: 'string' }, admin: { type: 'boolean' } })
  const [email, ...more] = parsed?.positionals ?? []
  const { plan: planName = 'free', admin: isAdmin = false, 'password-stdin': isGiven = false } = parsed?.values ?? {}
  const plan = parsePlan(planName)
  if (email === undefined || more.length > 0 || plan === undefined) return usage
  const { accounts, clock } = deps
  const { password, lines } = await choosePassword(isGiven, deps)
  const created = await accounts.createUser({ email, password, plan }, async (queries, { id }) => {
    if (isAdmin) await updateRow(queries, 'profiles', id, { is_admin: 1 })
    const detail = { email, plan, is_admin: isAdmin }
    await audit(queries, { actorId: SHELL, action: 'user.create', targetId: id, detail }, clock.now())
  })
  return done(`${created.email} can sign in${isAdmin ? ' and is an admin' : ''}.`, ...lines)
}

const setPassword: Command = async (deps, words) => {
  const parsed = parseWords(words, PASSWORD)
  const [email, ...more] = parsed?.positionals ?? []
  if (email === undefined || more.length > 0) return usage
  const { accounts, clock } = deps
  const account = await accounts.findByEmail(email)
  if (account === undefined) return failed(`There is no account with the address ${email}.`)
  const { password, lines } = await choosePassword(parsed?.values['password-stdin'] ?? false, deps)
  const entry = { actorId: SHELL, action: 'profile.update', targetId: account.id, detail: { password: true } } as const
  await accounts.changeUser(account.id, { password }, (queries) => audit(queries, entry, clock.now()))
  return done(`${account.email} has a new password. All sessions and API tokens ended.`, ...lines)
}

const user: Command = async (deps, [verb, ...words]) => {
  if (verb === 'create') return createUser(deps, words)
  return verb === 'set-password' ? setPassword(deps, words) : usage
}

const removeFactor: Command = async ({ accounts, secondFactors, clock }, [email, ...more]) => {
  if (email === undefined || more.length > 0) return usage
  const account = await accounts.findByEmail(email)
  if (account?.hasSecondFactor !== true)
    return failed(`There is no account with a second factor and the address ${email}.`)
  const entry = { actorId: SHELL, action: 'factors.remove', targetId: account.id, detail: {} } as const
  await secondFactors.removeLost(account.id, (queries) => audit(queries, entry, clock.now()))
  return done(`${account.email} can now sign in with only the password.`)
}

const list: Command = async ({ database }, words) => {
  if (words.length > 0) return usage
  const admins = await listAdmins(database.queries)
  if (admins.length === 0) return done('There is no admin yet.')
  return done(...admins.map(({ email, state }) => (state === 'active' ? email : `${email} (${state})`)))
}

const rotateKeys: Command = async ({ database, encryption, clock }, words) => {
  if (words.length > 0) return usage
  const { reencrypted, lost } = await rotateEncryption(database, encryption)
  const detail = { kid: encryption.current, reencrypted, lost }
  await audit(database.writer, { actorId: SHELL, action: 'keys.rotate', targetId: null, detail }, clock.now())
  const outcome = `Encrypted ${reencrypted} values with the key ${encryption.current}.`
  if (lost > 0)
    return failed(
      outcome,
      `Values that could not be decrypted with any key of ENCRYPTION_KEYS: ${lost}. They stay as they are.`,
    )
  return done(outcome, 'You can remove the other keys from ENCRYPTION_KEYS once every process has the current one.')
}

const stripeSync: Command = async ({ payments }, words) => {
  if (words.length > 0) return usage
  if (payments === undefined) return failed('STRIPE_SECRET_KEY is missing: there is nothing to compare with.')
  const { updated, unmatched, unpriced } = await payments.synchronizeAll()
  const outcome = `Updated customers: ${updated}.`
  if (unpriced.length > 0) {
    const paid = unpriced.map(({ customerId, unknownPrice }) => `  ${customerId} ${unknownPrice}`)
    return failed(
      outcome,
      'Customers who keep their plan, because they pay with a price that no STRIPE_PRICE_… names. Correct the settings, then run this again:',
      ...paid,
    )
  }
  if (unmatched.length === 0) return done(outcome, 'Every paid plan at Stripe is known here.')
  const paying = unmatched.map(({ id, email }) => `  ${id} ${email}`)
  return failed(outcome, 'Customers who pay at Stripe but have no account here, or a second subscription:', ...paying)
}

const doctor: Command = async (deps, words) => {
  const [mailTo, ...more] = words
  if (more.length > 0 || (mailTo !== undefined && parseEmailAddress(mailTo) === undefined)) return usage
  const findings = await examine({ ...deps, mailTo })
  const lines = findings.map(({ kind, text }) => `${kind.padEnd(4)}  ${text}`)
  return findings.some(({ kind }) => kind === 'fail') ? failed(...lines) : done(...lines)
}

const commands: ReadonlyMap<string, Command> = new Map([
  ['grant', setAdmin(true)],
  ['revoke', setAdmin(false)],
  ['list', list],
  ['user', user],
  ['remove-factor', removeFactor],
  ['rotate-keys', rotateKeys],
  ['stripe-sync', stripeSync],
  ['doctor', doctor],
])

/** Returns whether there is a command with this name. */
export const isCommand = (verb: string): boolean => commands.has(verb)

/** Runs a command. An error of the account services becomes a failure with the API's text of the error. */
export const runCommand = async (
  deps: CommandDeps,
  verb: string,
  words: readonly string[],
): Promise<CommandOutcome> => {
  try {
    return (await commands.get(verb)?.(deps, words)) ?? usage
  } catch (error) {
    if (error instanceof Refusal) {
      // The admin's texts are English; clients of the API translate its five Portuguese ones themselves.
      const { text } = translateServerMessage(contractError(error).message)
      return failed(error.minimum === undefined ? text : text.replace('6', String(error.minimum)))
    }
    throw error
  }
}
