import { join } from 'node:path'
import { SESSION_KEY, TOKEN_KEY, type TokenStorage } from '@netbox/contract'
import type { Environment } from '../environment.ts'
import { accountFolder } from '../state/plan.ts'
import { readPrivate, removePrivate, writePrivate } from '../state/private-file.ts'
import { fieldsOf, parseJson } from '../state/json.ts'

/** A session in a file, with the address of its service. The token is sent to no other service. */
interface SessionFile {
  readonly apiUrl: string
  /** The session as text, as the client stores it. */
  readonly session: string
}

/** The storage of a session, which also reports whether a write failed. */
export interface SessionStorage extends TokenStorage {
  /** Returns the address of the service whose session is stored; undefined if there is none. */
  owner(): string | undefined
  /** Returns the error of the last failed write; undefined if none failed. After a failure, the client keeps the session in memory. */
  failure(): Error | undefined
}

const parse = (text: string | undefined): SessionFile | undefined => {
  const fields = fieldsOf(parseJson(text ?? ''))
  const [apiUrl, session] = [fields.get('apiUrl'), fields.get('session')]
  return typeof apiUrl === 'string' && typeof session === 'string' ? { apiUrl, session } : undefined
}

const tokenOf = (session: string): string | null => {
  const token = fieldsOf(parseJson(session)).get('token')
  return typeof token === 'string' ? token : null
}

/** Returns the path of the session's file. */
export const sessionPath = (environment: Pick<Environment, 'stateFolder'>): string =>
  join(accountFolder(environment), 'session.json')

/**
 * Stores the session of a service in a file. Reads the file each time, because other processes change it. Throws a `CommandError` at once
 * if other users can read the file, unless `anyway` is set.
 */
export const sessionStorage = (path: string, apiUrl: string, { anyway = false } = {}): SessionStorage => {
  let problem: Error | undefined
  const read = (): SessionFile | undefined => parse(readPrivate(path, { anyway }))
  const own = (): string | null => {
    const file = read()
    return file?.apiUrl === apiUrl ? file.session : null
  }
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      problem = error instanceof Error ? error : new Error(String(error))
      throw error
    }
  }
  read()
  return {
    owner: () => read()?.apiUrl,
    failure: () => problem,
    getItem: (key) => {
      const session = own()
      return session === null || key === SESSION_KEY ? session : tokenOf(session)
    },
    setItem: (key, value) => {
      // The session includes the token, so the token isn't written separately.
      if (key !== TOKEN_KEY) attempt(() => writePrivate(path, `${JSON.stringify({ apiUrl, session: value })}\n`))
    },
    removeItem: (key) => {
      if (key === TOKEN_KEY && own() !== null) attempt(() => removePrivate(path))
    },
  }
}
