import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Home, makeHome, netbox, type Outcome, removeHome, useHome } from './netbox.ts'
import { withService } from './service.ts'
import { sessionFile } from './session-file.ts'
import { sharedService } from './shared-service.ts'

/** Creates one account for all tests of a file, and signs in to it once. Tests must change neither the account nor the session. */
export const useAccount = (email: string) => {
  const service = sharedService()
  let signIn: { readonly token: string; readonly home: Home; readonly outcome: Outcome } | undefined
  const done = () => {
    if (signIn === undefined) throw new Error('The account does not exist until beforeAll has run.')
    return signIn
  }
  beforeAll(async () => {
    const token = await service.register(email, 'pro')
    const home = withService(makeHome(), service.url)
    signIn = { token, home, outcome: await netbox(home, ['login', '--with-token'], { input: `${token}\n` }) }
  })
  afterAll(() => removeHome(done().home))

  /** Returns a signed-in home. Changes to the home stay local. */
  const signedIn = (): Home => {
    const home = withService(useHome(), service.url)
    cpSync(done().home.state, home.state, { recursive: true })
    chmodSync(join(home.state, 'account'), 0o700)
    return home
  }

  /** Returns a signed-in home with its own access token, which a test may revoke. */
  const signedInApart = async (): Promise<Home> => {
    const home = signedIn()
    const own = await service.token(email)
    writeFileSync(sessionFile(home), readFileSync(sessionFile(home), 'utf8').replaceAll(done().token, own))
    return home
  }

  return { service, email, signIn: done, signedIn, signedInApart }
}
