import type { Verification } from '@netbox/contract'
import { clip, glyphSets, plainText, plainTexts } from '@netbox/core'
import { statusAppearance, toCsv } from '@netbox/product'
import type { Shown } from '../../exit.ts'
import type { Context } from '../../commands/context.ts'
import { failureLine, jsonFailure, jsonLine } from '../../output/json.ts'
import { painted, unpainted, listWidth } from '../../output/terminal.ts'

export interface Format {
  /** The text before the first result. */
  readonly head: string
  readonly row: (result: Verification) => string
  /** Formats an address that could not be sent. If the format can't contain errors, prints it to stderr and returns ''. */
  readonly failure: (address: string, error: Shown) => string
}

const LABEL = 12
const ADDRESS = 32
/** Formats the reason for a result, the server's reply and the time until a retry. */
const noteOf = ({
  reason,
  smtp_response_code: code,
  smtp_response_message: message,
  retry_after: wait,
}: Verification) => {
  const reply = [code, message].filter((part) => part !== null && part !== '').join(' ')
  const again = wait === null ? '' : `try again in ${Math.ceil(wait / 60)} min`
  return [reason?.replaceAll('_', ' ') ?? '', reply, again].filter((part) => part !== '').join(' · ')
}

const onStderr =
  ({ say }: Pick<Context, 'say'>): Format['failure'] =>
  (address, error) => {
    say(failureLine(address, error))
    return ''
  }

const lines = (context: Context): Format => {
  const { environment, options } = context
  const isColored = options.plain === undefined && options.output === undefined && environment.hasColor(1)
  const paint = isColored ? painted : unpainted
  const { severity: signs } = glyphSets[environment.glyphs]
  const row = (result: Verification): string => {
    const { label, tone } = statusAppearance(result.status)
    const role = tone === 'neutral' ? 'dim' : tone
    const sign = tone === 'neutral' ? ' ' : signs[tone]
    const mark = `${sign} ${plainText(label).padEnd(LABEL)} ${String(result.confidence).padStart(3)} %`
    const address = plainText(result.email).padEnd(ADDRESS)
    const room = listWidth(environment) - mark.length - address.length - 4
    const note = clip(plainText(noteOf(result)), Math.max(0, room))
    return `${`${paint(role, mark)}  ${address}  ${paint('dim', note)}`.trimEnd()}\n`
  }
  return { head: '', row, failure: onStderr(context) }
}

const csv = (context: Context): Format => {
  const date = new Date()
  const { text: head } = toCsv([], { date })
  const row = (result: Verification): string => toCsv([plainTexts(result)], { date }).text.slice(head.length)
  return { head, row, failure: onStderr(context) }
}

/** Returns the requested format. */
export const formatOf = (context: Context): Format => {
  const { options } = context
  if (options.json !== undefined || options.resume !== undefined)
    return { head: '', row: jsonLine, failure: jsonFailure }
  return options.csv === undefined ? lines(context) : csv(context)
}
