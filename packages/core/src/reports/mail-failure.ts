import type { ExchangeState } from '../world/mail/mail.ts'
import { inWords } from './wording.ts'

/**
 * Describes how mail servers fail, as one phrase for all of them: `is silent`, `refuses connections`, `has no address`, `are silent` and so on,
 * or `do not answer` if they differ.
 */
export const mailFailure = (servers: readonly Pick<ExchangeState, 'answer'>[]): string => {
  const isOne = servers.length === 1
  if (servers.every(({ answer }) => answer === 'silent')) return isOne ? 'is silent' : 'are silent'
  if (servers.every(({ answer }) => answer === 'refused')) return isOne ? 'refuses connections' : 'refuse connections'
  if (servers.every(({ answer }) => answer === 'unresolved')) return isOne ? 'has no address' : 'have no address'
  if (servers.every(({ answer }) => answer === 'closes'))
    return isOne ? 'closes connections at once' : 'close connections at once'
  return 'do not answer'
}

/** Returns a clause about mail servers that all fail: `The only mail server is silent`, `Both mail servers refuse connections`. */
export const allFail = (exchanges: readonly Pick<ExchangeState, 'answer'>[]): string => {
  const failure = mailFailure(exchanges)
  if (exchanges.length === 1) return `The only mail server ${failure}`
  if (exchanges.length === 2)
    return failure === 'do not answer' ? 'Neither mail server answers' : `Both mail servers ${failure}`
  return failure === 'do not answer'
    ? `None of the ${inWords(exchanges.length)} mail servers answers`
    : `All ${inWords(exchanges.length)} mail servers ${failure}`
}
