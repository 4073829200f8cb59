import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

const TEXTS = /\.(?:html|js|css|svg|json|xml|txt|webmanifest)$/
// Smaller files are not compressed, because most bytes of their responses are headers.
const WORTH = 512

const compress = async (path) => {
  const bytes = await readFile(path)
  if (bytes.length < WORTH) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${path}.br`, await toBrotli(bytes, { params }))
  await writeFile(`${path}.gz`, await toGzip(bytes, { level: 9 }))
}

/** Writes a brotli and a gzip file next to every text file of a folder, on all cores. */
export const compressFolder = async (folder) => {
  const files = readdirSync(folder, { recursive: true }).map(String)
  await Promise.all(files.filter((file) => TEXTS.test(file)).map((file) => compress(join(folder, file))))
}
