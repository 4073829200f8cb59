import { createHash, type Hash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Clock } from '@netbox/core'
import { AwsClient } from 'aws4fetch'
import { newId } from '../../random.ts'
import { createDrafts } from './drafts.ts'
import type { Content, ObjectStore } from './object-store.ts'
import { Refusal } from '../../refusal.ts'
import { reasonOf } from '../../system-errors.ts'

/** The address and the credentials of a bucket in an S3-compatible store. */
export interface S3Settings {
  /** The bucket's URL, such as `https://s3.eu-central-1.amazonaws.com/files`, without the prefix of the names. */
  readonly bucketUrl: string
  /** The prefix of netbox's file names: empty, or a path with a trailing slash. */
  readonly prefix: string
  /** Default: derived from the host. */
  readonly region: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The timeout of the store in milliseconds, and the additional milliseconds for each byte of an upload. */
const TIMEOUT = 30_000
const PER_BYTE = 1 / 64
const RETRIES = 3

const tag = (name: string, xml: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

/** Passes a stream on, and adds it to a hash. */
async function* hashed(content: Content, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/**
 * Creates the store of a bucket; several processes may share it. An upload is a draft on this machine's disk until it is complete, because
 * S3 needs the length and the hash of a file before its first byte.
 */
export const createS3Store = (settings: S3Settings, draftFolder: string, clock: Pick<Clock, 'now'>): ObjectStore => {
  const { bucketUrl, prefix, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: 's3',
    retries: RETRIES,
    ...(region === undefined ? {} : { region }),
  })
  const drafts = createDrafts(draftFolder, clock, false)
  const unavailable = (error: unknown): Refusal => {
    const cause = new Error(`${bucketUrl}: ${reasonOf(error)}`)
    return new Refusal('busy', { message: 'The storage does not answer. Nothing was changed.', retryAfter: 5, cause })
  }
  const urlOf = (version: string): string => `${bucketUrl}/${prefix}${version}`

  /** Sends a request and waits for the response headers. Throws `ServiceUnavailable` for any status except success and 404. */
  const send = async (url: string, init: RequestInit = {}, timeout = TIMEOUT): Promise<Response> => {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(new Error(`no answer within ${timeout / 1000} s`)), timeout)
    try {
      // A redirect could lead into the service's own network. The signature covers only this host.
      const response = await client.fetch(url, { ...init, redirect: 'manual', signal: stop.signal })
      if (response.ok || response.status === 404) return response
      const xml = await response.text()
      const reason = [tag('Code', xml), tag('Message', xml)].filter((text) => text !== '').join(', ')
      throw new Error(`status ${response.status}, ${reason === '' ? xml.slice(0, 200) : reason}`)
    } catch (error) {
      throw unavailable(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends a request whose response needs no body. Returns whether the file existed. */
  const act = async (url: string, init: RequestInit, timeout?: number): Promise<boolean> => {
    const response = await send(url, init, timeout)
    const text = await response.text()
    // A copy may fail after its response headers reported success.
    if (text.includes('<Error>') && response.ok) throw unavailable(new Error(text.slice(0, 500)))
    return response.ok
  }

  const listAfter = async (after: string) => {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...(after === '' ? {} : { 'start-after': after }) })
    const response = await send(`${bucketUrl}?${query.toString()}`)
    if (!response.ok) throw unavailable(new Error('The bucket does not exist'))
    const xml = await response.text()
    const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
      key: tag('Key', entry),
      changedAt: Date.parse(tag('LastModified', entry)),
    }))
    return { files, hasMore: tag('IsTruncated', xml) === 'true' }
  }

  return {
    place: bucketUrl,
    write: (content, limit) => {
      const hash = createHash('sha256')
      return drafts.write(hashed(content, hash), limit, async (draft, { version, size }) => {
        const body = await openAsBlob(draft)
        // The store compares the hash with the received content.
        const headers = { 'x-amz-content-sha256': hash.digest('hex') }
        if (!(await act(urlOf(version), { method: 'PUT', headers, body }, TIMEOUT + size * PER_BYTE)))
          throw unavailable(new Error('The bucket does not exist'))
        await rm(draft, { force: true })
      })
    },

    copy: async (version) => {
      const copied = newId()
      const source = new URL(urlOf(version)).pathname
      if (!(await act(urlOf(copied), { method: 'PUT', headers: { 'x-amz-copy-source': source } })))
        throw new Refusal('NoSuchKey')
      return copied
    },

    open: async (version, range) => {
      const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` }
      const { ok, body } = await send(urlOf(version), { headers })
      return ok && body !== null ? body : undefined
    },

    remove: async (version) => void (await act(urlOf(version), { method: 'DELETE' })),

    async *list() {
      for (let after = prefix, hasMore = true; hasMore;) {
        const page = await listAfter(after)
        yield page.files.map(({ key, changedAt }) => ({
          version: key.slice(prefix.length),
          changedAt: async () => changedAt,
        }))
        after = page.files.at(-1)?.key ?? after
        hasMore = page.hasMore && page.files.length > 0
      }
    },

    removeDrafts: () => drafts.removeAbandoned(),
  }
}
