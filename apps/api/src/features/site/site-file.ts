import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '../../http/encoding.ts'

/** A file of the site, ready to be sent. */
export interface SiteFile {
  readonly type: string
  readonly cacheControl: string
  /** Without its quotes. */
  readonly tag: string
  readonly bytes: Buffer
  /** Gives a compressed form, where there is one. */
  compressed(encoding: Encoding): Promise<Buffer | undefined>
}

/** The compressed forms that the build has written beside a file. */
export type Forms = ReadonlyMap<Encoding, Buffer>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

// Their names change with what is in them.
const HASHED = /^\/assets\//
const FOREVER = 'public, max-age=31536000, immutable'

const tagOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: async (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: async (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

const facts = (path: string, bytes: Buffer) => ({
  type: types[extname(path)] ?? 'application/octet-stream',
  cacheControl: HASHED.test(path) ? FOREVER : 'no-cache',
  tag: tagOf(bytes),
  bytes,
})

/** Makes a file that is sent as the build has written it. */
export const builtFile = (path: string, bytes: Buffer, forms: Forms): SiteFile => ({
  ...facts(path, bytes),
  compressed: async (encoding) => forms.get(encoding),
})

/** Makes a file that is not as the build has written it: it is compressed when first asked for. */
export const changedFile = (path: string, bytes: Buffer): SiteFile => {
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    ...facts(path, bytes),
    compressed: async (encoding) => {
      const form = made.get(encoding) ?? compressors[encoding](bytes)
      made.set(encoding, form)
      return form
    },
  }
}
