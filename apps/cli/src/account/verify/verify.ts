import { plainText } from '@netbox/core'
import { type Verification, ApiClientError, type Client } from '@netbox/contract'
import { verificationNotices, apiMessages } from '@netbox/product'
import { CommandError, showError, type ExitCode, exitCodes } from '../../exit.ts'
import type { Context } from '../../commands/context.ts'
import { type Interruption, listenToSignals } from '../../run/interruption.ts'
import { notTogether } from '../../texts/messages.ts'
import { batchProgress } from '../../output/progress.ts'
import { type ResultSink, sinkOf, toStdout } from '../../output/result-file.ts'
import { connect } from '../connect.ts'
import { simulatedResults, stopped, summaryOf, verificationCancelled } from '../../texts/account-messages.ts'
import { addressesOf, keyOf } from './addresses.ts'
import { type Format, formatOf } from './format.ts'
import { openResumeFile } from './resume-file.ts'

/** The number of addresses in one request. It is far below the service's maximum, so that an interruption repeats few of them. */
const AT_ONCE = 1000
const LONGEST = 1024
const UNCLEAN = /[\u0000-\u001f\u007f]|\p{Surrogate}/u

/** Returns why an address can't be sent; undefined if it can. */
const problemOf = (address: string): string | undefined => {
  if (address.length > LONGEST) return 'This is too long to be an address.'
  return UNCLEAN.test(address) ? 'This contains characters that no address can have.' : undefined
}

/** Groups addresses into requests. Skips addresses in `seen`, which has the finished ones, and adds the others to it. */
const requestsOf = async function* (
  addresses: AsyncIterable<string>,
  seen: Set<string>,
  onBad: (address: string, problem: string) => void,
): AsyncGenerator<readonly string[]> {
  let request: string[] = []
  for await (const line of addresses) {
    const address = line.trim()
    const problem = problemOf(address)
    if (problem !== undefined) {
      onBad(address, problem)
      continue
    }
    const key = keyOf(address)
    if (key === '' || seen.has(key)) continue
    seen.add(key)
    request.push(address)
    if (request.length < AT_ONCE) continue
    yield request
    request = []
  }
  if (request.length > 0) yield request
}

const brokenOff = (): ApiClientError => {
  const cause = Object.assign(new Error('The stream ended before all results arrived.'), { code: 'ECONNRESET' })
  return new ApiClientError(apiMessages.networkError, { code: 'network_error' }, cause)
}

/** Verifies the addresses of one request. Throws if the response ends before it has a result for each. */
const verifyRequest = async (
  client: Pick<Client, 'stream'>,
  emails: readonly string[],
  signal: AbortSignal,
  onResult: (result: Verification) => void,
): Promise<void> => {
  let count = 0
  for await (const result of client.stream('email.verify', { body: { emails: [...emails] }, signal })) {
    count++
    onResult(result)
  }
  if (count < emails.length) throw brokenOff()
}

/** The outcome of verifying a list. */
interface Outcome {
  /** The number of addresses by status. */
  readonly statuses: Map<string, number>
  verified: number
  failed: number
  /** The error that ended the list early. */
  stop?: CommandError
}

const EXCLUSIVE = [
  ['json', 'csv'],
  ['json', 'plain'],
  ['csv', 'plain'],
  ['resume', 'csv'],
  ['resume', 'plain'],
  ['resume', 'output'],
] as const

const checkOptions = ({ options }: Context): void => {
  for (const [one, other] of EXCLUSIVE)
    if (options[one] !== undefined && options[other] !== undefined) throw notTogether(`--${one}`, `--${other}`)
}

interface Target {
  readonly sink: ResultSink
  readonly done: ReadonlySet<string>
}

const targetOf = ({ options: { output, resume } }: Context): Target => {
  if (resume !== undefined) {
    const { done, write, close } = openResumeFile(resume)
    return { sink: { write, commit: close, discard: close }, done }
  }
  return { sink: sinkOf(output), done: new Set() }
}

/** Returns the handler of results. It writes and counts them, and prints a note once if they are simulated. */
const taker = ({ say }: Context, { row }: Format, { write }: ResultSink, outcome: Outcome) => {
  let isSaid = false
  return (result: Verification): void => {
    if (result.simulated && !isSaid) say(simulatedResults)
    isSaid ||= result.simulated
    write(row(result))
    outcome.verified++
    const status = plainText(result.status)
    outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1)
  }
}

const work = async (context: Context, { sink, done }: Target, signal: AbortSignal): Promise<Outcome> => {
  const { environment, options } = context
  const outcome: Outcome = { statuses: new Map(), verified: 0, failed: 0 }
  const connection = connect(environment)
  const format = formatOf(context)
  const take = taker(context, format, sink, outcome)
  const isShown = sink === toStdout && environment.isTerminal(1)
  const quiet = options.quiet !== undefined || isShown
  const progress = batchProgress(context, { quiet, plain: options.plain !== undefined })
  const fail = (address: string, message: string): void => {
    outcome.failed++
    sink.write(
      format.failure(
        address,
        showError(new CommandError({ code: 'invalid_input', title: 'Invalid input', message, exit: exitCodes.usage })),
      ),
    )
  }
  sink.write(format.head)
  try {
    for await (const request of requestsOf(addressesOf(context, signal), new Set(done), fail))
      await connection.attempt(async () =>
        verifyRequest(connection.client, request, signal, (result) => {
          take(result)
          progress.update({ ran: outcome.verified, failed: outcome.failed })
        }),
      )
  } catch (error) {
    if (signal.aborted || !(error instanceof CommandError) || outcome.verified === 0) throw error
    outcome.stop = error
  } finally {
    progress.close()
  }
  return outcome
}

const exitOf = ({ verified, failed, stop }: Outcome): ExitCode => {
  if (stop !== undefined) return exitCodes.someFailed
  if (failed === 0) return exitCodes.ran
  return verified === 0 ? exitCodes.usage : exitCodes.someFailed
}

const finish = (outcome: Outcome, { done }: Target, { options, err, say }: Context): ExitCode => {
  const { statuses, verified, failed, stop } = outcome
  const { resume } = options
  if (verified + failed + done.size === 0)
    throw new CommandError({ code: 'no_emails', ...verificationNotices.no_emails, exit: exitCodes.usage })
  if (options.quiet === undefined) err(summaryOf({ statuses, verified, failed, skipped: done.size }))
  if (stop !== undefined) say(stopped(stop.message, resume))
  return exitOf(outcome)
}

const cancelled = (error: unknown, interruption: Interruption, { say }: Context): ExitCode => {
  const code = interruption.exitCode()
  if (code === undefined) throw error
  say(verificationCancelled)
  return code
}

/** `netbox verify` verifies real email addresses with the service, and prints each result as soon as it is known. */
export const verify = async (context: Context): Promise<ExitCode> => {
  checkOptions(context)
  const target = targetOf(context)
  const interruption = listenToSignals()
  try {
    const outcome = await work(context, target, interruption.signal)
    const code = finish(outcome, target, context)
    // The results of a list that ended early are kept.
    target.sink.commit()
    return code
  } catch (error) {
    target.sink.discard()
    return cancelled(error, interruption, context)
  } finally {
    interruption.close()
  }
}
