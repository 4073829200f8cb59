import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, Dicer } from '@fastify/busboy'
import type { Content } from './object-store.ts'
import { readCacheControl, readEncoding, readMetadata, readType } from './names.ts'
import { Refusal } from '../../refusal.ts'

/** The client's metadata of an uploaded file. */
export interface UploadFacts {
  readonly mime: string
  readonly cacheControl: string
  readonly encoding: string | null
  readonly userMetadata: string | null
}

/** Handles the bytes of an upload; `facts` arrive before them. */
export type TakeFile<Result> = (content: Content, facts: UploadFacts) => Promise<Result>

const LIMITS = { fields: 10, files: 1, parts: 12, fieldSize: 8192 }

/** Iterates over a request's bytes. Unlike a pipe, an early end leaves the connection open for the response. */
const bytesOf = (request: IncomingMessage): Content => request.iterator({ destroyOnReturn: false })

const unreadable = (cause: unknown): Refusal =>
  new Refusal('InvalidRequest', { message: 'The form cannot be read', cause })

/** Creates the parser of a form. Throws a `Refusal` for a type without a boundary. */
const createForm = (request: IncomingMessage, type: string) => {
  try {
    return new Busboy({ headers: { ...request.headers, 'content-type': type }, limits: LIMITS })
  } catch (error) {
    throw unreadable(error)
  }
}

const IS_FILE = /;\s*filename\*?=/i
const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i

/**
 * Passes the bytes of a form on, and notes the media type of its file with the parameters. Busboy drops them, and with them the charset of
 * a text.
 */
const createTypeReader = (type: string) => {
  const [, quoted, plain = ''] = BOUNDARY.exec(type) ?? []
  const parts = new Dicer({ boundary: quoted ?? plain })
  let found: string | undefined
  // The form reports what is wrong with the bytes.
  parts.on('error', () => undefined)
  parts.on('part', (part) => {
    part.on('header', (header: { readonly [name: string]: readonly string[] | undefined }) => {
      const declared = header['content-type']?.[0] ?? ''
      const isFile =
        IS_FILE.test(header['content-disposition']?.[0] ?? '') || /^application\/octet-stream\b/i.test(declared)
      if (isFile) found ??= declared
    })
    part.on('error', () => undefined)
    part.resume()
  })
  return {
    /** Returns the type of the file; '' for a file without one. */
    fileType: (): string => found ?? '',
    /** Reads bytes up to the file; the rest is only passed on. */
    async *pass(bytes: Content): Content {
      for await (const chunk of bytes) {
        if (found === undefined) await new Promise<void>((done) => parts.write(chunk, () => done()))
        yield chunk
      }
    },
  }
}

const readForm = async <Result>(request: IncomingMessage, type: string, take: TakeFile<Result>): Promise<Result> => {
  const fields = new Map<string, string>()
  let file: Readable | undefined
  let taken: Promise<Result> | undefined
  const form = createForm(request, type)
  const types = createTypeReader(type)
  const takeFile = async (content: Readable, mime: string): Promise<Result> =>
    take(content, {
      mime: readType(mime),
      cacheControl: readCacheControl(fields.get('cacheControl') ?? ''),
      encoding: readEncoding(fields.get('contentEncoding')),
      userMetadata: readMetadata(fields.get('metadata')),
    })
  form.on('field', (name, value) => fields.set(name, value))
  form.on('file', (_name, content, _filename, _encoding, mime) => {
    file = content
    // Readers get the error; without a listener, the process would end.
    content.on('error', () => undefined)
    taken = takeFile(content, types.fileType() || mime)
    taken.catch((error: Error) => form.destroy(error))
  })
  try {
    await pipeline(types.pass(bytesOf(request)), form)
  } catch (cause) {
    file?.destroy(cause instanceof Error ? cause : undefined)
    // If the upload was refused, that error is more specific than this one.
    await taken
    throw unreadable(cause)
  }
  if (taken === undefined) throw new Refusal('InvalidRequest', { message: 'The form has no file' })
  return taken
}

/** Reads the client's metadata from its header, which is JSON in base64. */
export const metadataOf = (headers: IncomingMessage['headers']): string | null => {
  const value = headers['x-metadata']
  const header = Array.isArray(value) ? value[0] : value
  return readMetadata(header === undefined ? undefined : Buffer.from(header, 'base64').toString())
}

/** Reads an upload: bytes with metadata in headers, or a form with one file. */
export const readUpload = async <Result>(request: IncomingMessage, take: TakeFile<Result>): Promise<Result> => {
  const type = request.headers['content-type'] ?? 'application/octet-stream'
  if (/^multipart\/form-data/i.test(type)) return readForm(request, type, take)
  return take(bytesOf(request), {
    mime: readType(type),
    cacheControl: readCacheControl(request.headers['cache-control'] ?? ''),
    encoding: readEncoding(request.headers['content-encoding']),
    userMetadata: metadataOf(request.headers),
  })
}
