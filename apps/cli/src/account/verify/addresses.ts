import { readFileSync } from 'node:fs'
import { decodeText } from '@netbox/core'
import { addressesIn, emailKey, parseUploadedList } from '@netbox/product'
import type { Context } from '../../commands/context.ts'
import { findSource, linesOf } from '../../run/inputs.ts'
import { notUtf8, unreadable } from '../../texts/messages.ts'

/** Returns the key of a trimmed address. */
export const keyOf = (address: string): string => emailKey(address.trim())

const columnOf = (path: string): readonly string[] => {
  const read = (): Uint8Array => {
    try {
      return readFileSync(path)
    } catch (error) {
      throw unreadable(path, error)
    }
  }
  const decoded = decodeText(read())
  if ('text' in decoded) return parseUploadedList({ type: 'text/csv', text: decoded.text }).emails
  throw notUtf8(path, decoded.wrongLine)
}

/** Reads the addresses as they arrive: arguments, lines of stdin or of a file, or the email column of a CSV file. */
export const addressesOf = async function* (context: Context, signal: AbortSignal): AsyncGenerator<string> {
  const source = await findSource(context, { input: {} })
  if (source.kind === 'words') yield* source.inputs.flatMap(addressesIn)
  else if (/\.csv$/i.test(source.path)) yield* columnOf(source.path)
  else for await (const lines of linesOf(source.path, signal)) yield* lines.flatMap(addressesIn)
}
