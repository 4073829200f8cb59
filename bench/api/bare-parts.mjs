// The parts that both baselines of the API share: a token, which each request verifies, and the server.
import { rmSync } from 'node:fs'
import { generateKeyPair, jwtVerify, SignJWT } from 'jose'

/** The user whose token the load sends. */
export const USER = 'ana'

const { publicKey, privateKey } = await generateKeyPair('ES256')
const token = await new SignJWT({})
  .setProtectedHeader({ alg: 'ES256' })
  .setSubject(USER)
  .setExpirationTime('1h')
  .sign(privateKey)
const verified = new Map()

/** Returns the user of a request. Caches verified tokens, as the API does. */
export const userOf = async (ctx) => {
  const bearer = ctx.get('Authorization').slice('Bearer '.length)
  const known = verified.get(bearer)
  if (known !== undefined) return known
  const { payload } = await jwtVerify(bearer, publicKey)
  verified.set(bearer, payload.sub)
  return payload.sub
}

/** Starts a Koa app, prints its token and address, and removes its folder at the end. */
export const serve = (app, folder) => {
  const server = app.listen(0, '127.0.0.1', () => {
    console.log(`token ${token}`)
    console.log(`bare listens on http://127.0.0.1:${server.address().port}`)
  })
  process.once('SIGTERM', () => {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true })
    process.exit()
  })
}
