import { critical } from './finding.ts'
import type { Finding } from './report.ts'

/** Says why a host has no address; `target` is what it is an alias of: `It is an alias of gone.example, which does not exist`. */
export const whyNoAddress = (target: string | undefined): string =>
  target === undefined
    ? 'It was given up and does not exist any more'
    : `It is an alias of ${target}, which does not exist`

/** Says what to do about a host that has no address. */
export const adviceForNoAddress = (host: string, target: string | undefined): string =>
  target === undefined
    ? `Delete the CNAME records that lead to ${host}, or claim it again at its platform.`
    : `Run cname-lookup on ${host} and remove or repair the alias.`

/**
 * Reports a host name that leads to no address. `target` is what the name is an alias of; `consequence` says what the
 * tool therefore could not do: `there is nobody to ask`.
 */
export const noAddress = (code: string, host: string, target: string | undefined, consequence: string): Finding =>
  critical(
    code,
    `${host} has no address`,
    `${whyNoAddress(target)}, so ${consequence}.`,
    adviceForNoAddress(host, target),
  )
