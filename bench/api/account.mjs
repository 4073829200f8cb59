import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const admin = fileURLToPath(new URL('../../apps/api/dist/admin.js', import.meta.url))
const PASSWORD = 'correct horse battery'

const post = async (url, body, token) => {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(answer)}`)
  return answer
}

/** Registers an address and returns the response of its sign-in. */
const register = async (server, email) => {
  await post(`${server.url}/api/auth/register`, { email, password: PASSWORD })
  return { email, password: PASSWORD }
}

/** Creates users on the enterprise plan, whose runs have no daily limit, and returns their access tokens. */
export const signInMany = async (server, env, count) => {
  const credentials = await register(server, 'admin@bench.example')
  // `execFileSync` would block the event loop, which would not notice that the server closed an idle connection, and would use it again.
  await promisify(execFile)(process.execPath, [admin, 'grant', credentials.email], {
    env: { PATH: process.env.PATH, ...env },
  })
  const { token } = await post(`${server.url}/api/auth/login`, credentials)
  const tokens = []
  for (let index = 0; index < count; index += 1) {
    const user = { email: `user${index}@bench.example`, password: PASSWORD }
    await post(`${server.url}/api/admin/users`, { ...user, plan: 'enterprise' }, token)
    tokens.push((await post(`${server.url}/api/auth/login`, user)).token)
  }
  return { tokens, credentials }
}
