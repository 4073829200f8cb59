import { createDeletion } from './deletion.ts'
import type { AccountDeps } from './deps.ts'
import { createDirectory } from './directory.ts'
import { createRecovery } from './recovery.ts'
import { createRegistration } from './registration.ts'
import { createSignIn } from './sign-in.ts'
import { createUserChanges } from './user-changes.ts'
import { createCodeVerification } from './verify-code.ts'

/** The account services, independent of any API: they do not depend on HTTP and throw `AccountError`s. */
export type Accounts = ReturnType<typeof createAccounts>

/** Creates the account services. */
export const createAccounts = (deps: AccountDeps) => ({
  ...createRegistration(deps),
  ...createSignIn(deps),
  ...createRecovery(deps),
  ...createDirectory(deps),
  ...createDeletion(deps),
  ...createCodeVerification(deps),
  ...createUserChanges(deps),
})
