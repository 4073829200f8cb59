import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXTS = /\.(?:html|js|css|svg|json|xml|txt|webmanifest)$/
// Below this the headers are most of the answer.
const WORTH = 512

/** Writes the brotli and the gzip form beside every text of a folder. */
export const compressFolder = (folder) => {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => TEXTS.test(file))
  for (const file of files) {
    const bytes = readFileSync(join(folder, file))
    if (bytes.length < WORTH) continue
    writeFileSync(
      join(folder, `${file}.br`),
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    )
    writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }))
  }
}
