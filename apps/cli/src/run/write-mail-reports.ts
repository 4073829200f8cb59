import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshSeed } from '@netbox/core'
import {
  bounces,
  complaints,
  dmarcDialects,
  dmarcReports,
  type MailReportFile,
  tlsReports,
} from '@netbox/core/mail-reports'
import { gzipSync, strToU8, zipSync } from 'fflate'
import type { Context } from '../commands/context.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { jsonText } from '../output/json.ts'
import { noFolder, unwritable } from '../texts/messages.ts'
import { readSettings, wholeNumber } from './run-options.ts'

const MOST_DAYS = 400
const DEFAULT_DAYS = 30

// Archives have the date of a file. This is the earliest one, so that the bytes stay the same.
const EARLIEST = new Date(1980, 0, 1)

/** Compresses a file with the same bytes on every machine, and returns it under its new name. */
const packed = ({ name, text }: MailReportFile, format: string): readonly [name: string, data: Uint8Array] => {
  const data = strToU8(text)
  if (format === 'gzip') return [`${name}.gz`, gzipSync(data, { mtime: 0 })]
  if (format === 'zip') return [`${name.replace(/\.\w+$/, '')}.zip`, zipSync({ [name]: data }, { mtime: EARLIEST })]
  return [name, data]
}

const save = (folder: string, files: readonly (readonly [string, Uint8Array])[]): void => {
  try {
    mkdirSync(folder, { recursive: true })
    for (const [name, data] of files) {
      const path = join(folder, name)
      // The data must not go through a link that somebody else put here. `wx` follows none.
      rmSync(path, { force: true })
      writeFileSync(path, data, { flag: 'wx' })
    }
  } catch (error) {
    throw unwritable(folder, error)
  }
}

/** Writes the mail reports of a domain into a folder, and says what it has written. */
export const writeMailReports = async (context: Context): Promise<ExitCode> => {
  const { words, options, out, say } = context
  const [kind = '', domain = ''] = words
  const settings = await readSettings(context)
  const folder = options.output
  if (folder === undefined || folder === '-') throw noFolder(`netbox mail-reports ${kind} ${domain} --output reports`)
  const days = wholeNumber('days', options.days, [1, MOST_DAYS], DEFAULT_DAYS)
  const { seed = freshSeed(), at = new Date().toISOString(), scenario, world: facts } = settings
  const world = { seed, at, scenario, world: facts }
  const dialect = dmarcDialects.find((name) => name === options.dialect)
  const write: Readonly<Record<string, () => MailReportFile[]>> = {
    dmarc: () => dmarcReports(domain, world, { days, ...(dialect === undefined ? {} : { dialect }) }),
    tls: () => tlsReports(domain, world, { days }),
    bounces: () => bounces(domain, world),
    complaints: () => complaints(domain, world),
  }
  const files = write[kind]?.() ?? []
  const written = files.map((file) => ({ ...file, packed: packed(file, options.format ?? 'plain') }))
  save(
    folder,
    written.map((file) => file.packed),
  )
  const total = files.reduce((sum, { count }) => sum + count, 0)
  if (settings.json) {
    const listed = written.map(({ packed: [name], count }) => ({ name, count }))
    out(
      jsonText({
        simulated: true,
        kind,
        domain,
        seed,
        scenario: scenario ?? 'random',
        at,
        count: total,
        files: listed,
      }),
    )
    return exitCodes.ran
  }
  if (!settings.quiet) say(`SIMULATED, seed ${seed}`)
  out(`${files.length} files about ${total} ${kind === 'tls' ? 'sessions' : 'messages'} in ${folder}\n`)
  return exitCodes.ran
}
