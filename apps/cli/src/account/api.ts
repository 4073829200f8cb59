import { plainTexts } from '@netbox/core'
import type { Context } from '../commands/context.ts'
import { methods } from '../commands/api.ts'
import { CommandError, showError, type ExitCode, exitCodes } from '../exit.ts'
import { notAmong, notTogether } from '../texts/messages.ts'
import { jsonError, jsonText } from '../output/json.ts'
import { connect, type Connection } from './connect.ts'
import { exitOfStatus } from './failure.ts'
import { badPath, noJson, notTheService, tooLong } from '../texts/account-messages.ts'
import { fieldsOf, parseJson } from '../state/json.ts'
import { readText } from '../state/files.ts'

const climbs = (path: string): boolean => {
  try {
    return decodeURIComponent(path)
      .split(/[/\\?]/)
      .some((part) => part === '..' || part === '.')
  } catch {
    return true
  }
}

/**
 * Returns the address of a path of the API. Throws a `CommandError` for any address outside `/api`, even one written with dots or
 * escapes, because the request includes a token.
 */
export const addressOf = (apiUrl: string, path: string): string => {
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(path) || /[\\#]/.test(path) || climbs(path)) throw badPath(path)
  const base = `${apiUrl}/api`
  const { href } = new URL(`${base}${path.replace(/^\/api(?=\/)/, '')}`)
  if (!href.startsWith(`${base}/`) || href.startsWith(`${base}//`)) throw badPath(path)
  return href
}

const bodyOf = (path: string | undefined): string | undefined => {
  if (path === undefined) return undefined
  const text = readText(path)
  if (parseJson(text) === undefined) throw noJson(path === '-' ? 'stdin' : path)
  return text
}

interface Request {
  readonly method: string
  readonly url: string
  readonly body: string | undefined
}

const send = async ({ credentials, fetch }: Connection, { method, url, body }: Request): Promise<Response> => {
  const once = (token: string | undefined): Promise<Response> =>
    fetch(url, {
      method,
      headers: {
        Accept: 'application/json, */*;q=0.1',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body }),
    })
  const token = await credentials.token()
  const response = await once(token)
  const other = response.status === 401 && token !== undefined ? await credentials.renew?.(token) : undefined
  return other === undefined ? response : once(other)
}

const textIn = (body: unknown, name: string): string => {
  const field = fieldsOf(body).get(name)
  return typeof field === 'string' ? field : ''
}

/** The longest body, in characters: longer than any export of an account, and small enough for memory. */
const LONGEST_BODY = 67_108_864

/** Reads a body. Throws a `CommandError` for one that is too long, which a compressed response of some kilobytes may have. */
const bodyTextOf = async ({ body }: Response, apiUrl: string): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  const chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? []
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LONGEST_BODY) throw tooLong(apiUrl, LONGEST_BODY)
  }
  return text + decoder.decode()
}

/** Prints a response: the body to stdout and, for an error, one line to stderr. */
const answer = async (response: Response, { apiUrl }: Connection, { out, say }: Context): Promise<ExitCode> => {
  const { status, ok } = response
  const text = await bodyTextOf(response, apiUrl)
  const body = parseJson(text)
  if (!ok && body === undefined) throw notTheService(apiUrl)
  if (body !== undefined) out(jsonText(body))
  else if (text !== '') out(`${plainTexts(text.replace(/\n$/, ''))}\n`)
  if (ok) return exitCodes.ran
  say(`${status} ${textIn(body, 'error') || response.statusText}`)
  return exitOfStatus(status, textIn(body, 'code'))
}

const readRequest = (
  { words: [name = '', path = ''], options: { input } }: Context,
  { apiUrl }: Connection,
): Request => {
  const method = methods.find((known) => known === name.toUpperCase())
  if (method === undefined) throw notAmong('method', name, methods)
  if (input !== undefined && method === 'GET') throw notTogether('GET', '--input')
  return { method, url: addressOf(apiUrl, path), body: bodyOf(input) }
}

/** `netbox api` sends one API request for scripts. It prints JSON, even for errors. */
export const api = async (context: Context): Promise<ExitCode> => {
  const connection = connect(context.environment)
  const request = readRequest(context, connection)
  try {
    return await answer(await connection.attempt(async () => send(connection, request)), connection, context)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const shown = showError(error)
    context.out(jsonError(shown))
    context.say(shown.line)
    return shown.exit
  }
}
