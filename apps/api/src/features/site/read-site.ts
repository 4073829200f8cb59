import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { encodings, type Encoding } from '../../http/encoding.ts'
import { builtFile, changedFile, type Forms, type SiteFile } from './site-file.ts'

/** What the build writes where the site's origin belongs: pages name their own address to search engines. */
const ORIGIN = 'https://origin.netbox.invalid'

const suffixes = encodings.map(({ suffix }) => suffix)

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    // It has not been built.
    return []
  }
}

const formsOf = (file: string, known: ReadonlySet<string>): Forms =>
  new Map(
    encodings
      .filter(({ suffix }) => known.has(`${file}${suffix}`))
      .map(({ name, suffix }): [Encoding, Buffer] => [name, readFileSync(`${file}${suffix}`)]),
  )

/** `/index.html` is `/`, and a page has no ending. */
const addressOf = (path: string): string => path.replace(/(?:(?<=^\/)index)?\.html$/, '')

const readFile = (path: string, file: string, origin: string, known: ReadonlySet<string>): SiteFile => {
  const bytes = readFileSync(file)
  if (!bytes.includes(ORIGIN)) return builtFile(path, bytes, formsOf(file, known))
  return changedFile(path, Buffer.from(bytes.toString().replaceAll(ORIGIN, origin)))
}

/**
 * Reads a built site by its paths: once, when the service starts. What is not in the table is not served, so that no request
 * reaches the file system. Without a site it is empty.
 */
export const readSite = (folder: string, origin: string): ReadonlyMap<string, SiteFile> => {
  const files = namesIn(folder)
  const known = new Set(files)
  return new Map(
    files
      .filter((file) => !suffixes.some((suffix) => file.endsWith(suffix)))
      .map((file): [string, SiteFile] => {
        const path = file.slice(folder.length).replaceAll(sep, '/').replace(/^\/*/, '/')
        return [addressOf(path), readFile(path, file, origin, known)]
      }),
  )
}
