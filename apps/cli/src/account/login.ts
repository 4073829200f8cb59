import { ApiClientError, type User } from '@netbox/contract'
import { planName, plainText } from '@netbox/core'
import { loginFailure } from '@netbox/product'
import { CommandError, type ExitCode, exitCodes } from '../exit.ts'
import type { Context } from '../commands/context.ts'
import { isLocal } from '../state/api-url.ts'
import { connect, type Connection } from './connect.ts'
import { exitOfStatus } from './failure.ts'
import {
  noTerminal,
  noToken,
  notEncrypted,
  nothingEntered,
  signedInAs,
  tokenRefused,
  variableCounts,
} from '../texts/account-messages.ts'
import { cachePlan } from '../state/plan.ts'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Opens the terminal for questions. A line that was typed before a question answers it, and is never shown: it may be a password. */
const openPrompt = ({ err }: Pick<Context, 'err'>) => {
  let isHidden = true
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!isHidden) err(String(chunk))
      done()
    },
  })
  const reader = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  reader.on('line', () => {
    isHidden = true
  })
  const lines = reader[Symbol.asyncIterator]()
  return {
    /** Asks for a line. With `hidden`, the terminal does not show it. Throws a `CommandError` on Ctrl-C and Ctrl-D. */
    ask: async (question: string, { hidden = false } = {}): Promise<string> => {
      // The question is written here, because `reader.prompt()` would show input that was typed in advance.
      err(question)
      reader.setPrompt(question)
      isHidden = hidden
      const { value, done } = await lines.next()
      if (hidden || done === true) err('\n')
      if (done === true)
        throw new CommandError({
          code: 'aborted',
          title: 'Cancelled',
          message: 'Cancelled.',
          exit: exitCodes.cancelled,
        })
      return value
    },
    close: () => reader.close(),
  }
}

const LONGEST_TOKEN = 4096
const CODE = 'Code of your authenticator app, or a recovery code: '

const withPrompt = async <Answer>(
  context: Context,
  work: (ask: ReturnType<typeof openPrompt>['ask']) => Promise<Answer>,
): Promise<Answer> => {
  const prompt = openPrompt(context)
  try {
    return await work(prompt.ask)
  } finally {
    prompt.close()
  }
}

const entered = (text: string, what: string): string => {
  if (text === '') throw nothingEntered(what)
  return text
}

const readToken = async (context: Context): Promise<string> => {
  const text = context.environment.isTerminal(0)
    ? await withPrompt(context, (ask) => ask('Token: ', { hidden: true }))
    : await textOfStdin()
  const token = text.trim()
  if (!/^[\x21-\x7e]+$/.test(token) || token.length > LONGEST_TOKEN) throw noToken()
  return token
}

const textOfStdin = async (): Promise<string> => {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > LONGEST_TOKEN * 2) break
  }
  return text
}

/** Signs in with a token, which is stored once the service has confirmed its owner. */
const withToken = async (connection: Connection, context: Context): Promise<User> => {
  const token = await readToken(context)
  const { apiUrl, session } = connection
  try {
    const { user } = await connection.clientWith(token).call('auth.verify')
    session.store.save({ token, user }, 'signed_in')
    return user
  } catch (error) {
    const isRefused = error instanceof ApiClientError && error.code === 'unauthorized'
    throw isRefused ? tokenRefused(apiUrl, 'this token') : connection.explain(error)
  }
}

const failed = (error: ApiClientError): CommandError => {
  const { title, message } = loginFailure(error.code, plainText(error.message))
  const wait = error.retryAfter === undefined ? '' : ` Try again in ${error.retryAfter} s.`
  return new CommandError({
    code: error.code,
    title,
    message: message + wait,
    exit: exitOfStatus(error.status ?? 0, error.code),
  })
}

const withPassword = async (connection: Connection, context: Context): Promise<User> => {
  const { environment, say } = context
  if (!environment.isTerminal(0) || !environment.isTerminal(2)) throw noTerminal()
  say(`Sign in at ${connection.apiUrl}`)
  const { email, password } = await withPrompt(context, async (ask) => ({
    email: entered((await ask('Email: ')).trim(), 'email'),
    password: entered(await ask('Password: ', { hidden: true }), 'password'),
  }))
  const answered = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work()
    } catch (error) {
      const isAnswer = error instanceof ApiClientError && (error.status ?? 0) >= 400 && (error.status ?? 0) < 500
      throw isAnswer ? failed(error) : connection.explain(error)
    }
  }
  const signIn = await answered(() => connection.session.login(email, password))
  if (signIn.kind === 'signed_in') return signIn.user
  const code = await withPrompt(context, async (ask) => (await ask(CODE, { hidden: true })).trim())
  return answered(() => signIn.finish(entered(code, 'code')))
}

/** Ends the replaced session. Ignores a failure. */
const endFormer = async ({ clientWith }: Connection, token: string): Promise<void> => {
  await clientWith(token)
    .call('auth.logout')
    .catch(() => undefined)
}

/** `netbox login` */
export const login = async (context: Context): Promise<ExitCode> => {
  const { options, environment, out, say } = context
  const connection = connect(environment, { anyway: true })
  const { apiUrl, session, storage } = connection
  const former = session.store.read()
  if (!isLocal(apiUrl) && apiUrl.startsWith('http:')) say(notEncrypted(apiUrl))
  const user = await (options.withToken === undefined ? withPassword : withToken)(connection, context)
  const failure = storage.failure()
  if (failure !== undefined) {
    // The session can't be stored, so it is ended in the service too.
    if (options.withToken === undefined) await session.logout()
    throw failure
  }
  // An API token that the user created is not a session, so it stays valid.
  if (former?.refresh !== undefined) await endFormer(connection, former.token)
  cachePlan({ ...environment, token: undefined }, user)
  out(`${signedInAs(user.email, planName(user.plan))}\n`)
  if (environment.token !== undefined) say(variableCounts())
  return exitCodes.ran
}
