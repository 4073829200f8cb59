import type { Client } from '@netbox/contract'
import type { Account } from './account.ts'

let loading: Promise<Account> | undefined

const begin = async (): Promise<Account> => {
  try {
    return (await import('./account.ts')).account
  } catch (error) {
    loading = undefined
    throw error
  }
}

/** Loads the code that signs in and calls the API. Pages that need neither never load it. */
export const loadAccount = async (): Promise<Account> => (loading ??= begin())

/** Loads the client of the API; its calls carry the user's session. */
export const loadApi = async (): Promise<Client> => (await loadAccount()).client
