import { createDeletion } from './users/deletion.ts'
import type { AccountDeps } from './deps.ts'
import { createDirectory } from './users/directory.ts'
import { createRecovery } from './passwords/recovery.ts'
import { createRegistration } from './users/registration.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { createUserChanges } from './users/user-changes.ts'
import { createCodeVerification } from './codes/verify-code.ts'

/** The account services, independent of any API: they do not depend on HTTP and throw `Refusal`s. */
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
