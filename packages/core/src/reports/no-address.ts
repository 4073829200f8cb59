import { critical } from './finding.ts'
import type { Finding } from './report.ts'

/**
 * Reports a host name that leads to no address. `target` is what the name is an alias of; `consequence` says what the
 * tool therefore could not do: `there is nobody to ask`.
 */
export const noAddress = (code: string, host: string, target: string | undefined, consequence: string): Finding =>
  critical(
    code,
    `${host} has no address`,
    `${target === undefined ? 'It has no address record' : `It is an alias of ${target}, which does not exist`}, so ${consequence}.`,
    `Run cname-lookup on ${host} and remove or repair the alias.`,
  )
