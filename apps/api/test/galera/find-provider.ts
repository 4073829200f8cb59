import { existsSync } from 'node:fs'

const PROVIDERS = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
]

/** Where Galera's library is, if it is installed. */
export const findProvider = (): string | undefined => PROVIDERS.find((path) => existsSync(path))
