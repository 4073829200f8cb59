import { readFileSync } from 'node:fs'
import { addressesIn, emailKey, parseUploadedList } from '@netbox/product'
import type { Context } from '../../commands/command.ts'
import { findSource, linesOf } from '../../run/inputs.ts'
import { unreadable } from '../../texts/messages.ts'

/** Returns the key of a trimmed address. */
export const keyOf = (address: string): string => emailKey(address.trim())

const columnOf = (path: string): readonly string[] => {
  try {
    return parseUploadedList({ type: 'text/csv', text: readFileSync(path, 'utf8') }).emails
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Reads the addresses as they arrive: arguments, lines of stdin or of a file, or the email column of a CSV file. */
export const addressesOf = async function* (context: Context, signal: AbortSignal): AsyncGenerator<string> {
  const source = await findSource(context, { input: {} })
  if (source.kind === 'words') yield* source.inputs.flatMap(addressesIn)
  else if (/\.csv$/i.test(source.path)) yield* columnOf(source.path)
  else for await (const lines of linesOf(source.path, signal)) yield* lines.flatMap(addressesIn)
}
