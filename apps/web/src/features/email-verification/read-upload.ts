import { decodeText, type PlanId } from '@netbox/core'
import { checkUpload, type Notice, parseUploadedList } from '@netbox/product'
import { verificationTexts } from '../../texts/email-verification.ts'

/** The outcome of an uploaded file: its addresses, or the reason for its refusal. */
export type Upload = { readonly name: string; readonly emails: readonly string[]; readonly duplicates: number } | Notice

// Some systems have no media type for text files, and use the type of a spreadsheet program for CSV files.
const UNTYPED = new Set(['', 'application/vnd.ms-excel', 'application/octet-stream'])

const typesByEnding: Readonly<Record<string, string>> = { csv: 'text/csv', txt: 'text/plain' }

/** Returns the media type of a file: the system's type if it is specific, otherwise the type for the file extension. */
export const mediaTypeOf = ({ name, type }: Pick<File, 'name' | 'type'>): string => {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return UNTYPED.has(type) ? (typesByEnding[ending] ?? type) : type
}

/** Reads an uploaded list, if the plan allows it and the file is a list. */
export const readUpload = async (file: File, plan: PlanId): Promise<Upload> => {
  const type = mediaTypeOf(file)
  const decision = checkUpload({ type, plan })
  if (!decision.allowed) return decision
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
  if (!('text' in decoded)) return verificationTexts.notUtf8(file.name, decoded.wrongLine)
  return { name: file.name, ...parseUploadedList({ type, text: decoded.text }) }
}
