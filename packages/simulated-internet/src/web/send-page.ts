import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpEffect } from '@netbox/core/web'
import type { RequestToLog } from '../internet/request-log.ts'

/** A page to send. */
export interface Page {
  readonly status: number
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body: string | Buffer
  /** The body is sent without a length: line by line, or in chunks of so many octets. */
  readonly chunks?: 'lines' | number | undefined
  /** The milliseconds until the page is sent. */
  readonly delay?: number
  /** A fault of the response. */
  readonly fault?: Exclude<HttpEffect, { readonly kind: 'reply' | 'delay' }>
}

const DRIPS = 20
/** The octets that a Content-Length promises beyond the body. */
const TOO_LONG = 100
/** How long a connection may wait for a delayed response, or without one. */
const LONGEST_WAIT = 120_000

/** Waits, unless the client leaves. */
export const waitFor = async (milliseconds: number, socket: Socket): Promise<void> => {
  const aborter = new AbortController()
  const abort = () => aborter.abort()
  socket.once('close', abort)
  socket.setTimeout(LONGEST_WAIT)
  try {
    await wait(milliseconds, undefined, { signal: aborter.signal })
  } finally {
    socket.off('close', abort)
  }
}

/** Sends the head and the first half of the body, and then ends the connection. Without a body, the head is cut. */
const cut = (response: ServerResponse, body: Buffer, socket: Socket): void => {
  const half = body.subarray(0, Math.floor(body.length / 2))
  if (half.length > 0) response.write(half, () => socket.end())
  else socket.end(`HTTP/1.1 ${response.statusCode} `)
}

/** Sends a body piece by piece. */
const drip = async (response: ServerResponse, body: Buffer, milliseconds: number, socket: Socket): Promise<void> => {
  const size = Math.max(1, Math.ceil(body.length / DRIPS))
  const pieces = Math.ceil(body.length / size)
  response.flushHeaders()
  for (let at = 0; at < body.length; at += size) {
    await waitFor(milliseconds / pieces, socket)
    response.write(body.subarray(at, at + size))
  }
  response.end()
}

/** Returns a body in the parts that are sent one after the other. */
const partsOf = (body: Buffer, chunks: 'lines' | number): (string | Buffer)[] =>
  chunks === 'lines'
    ? body.toString().split(/(?<=\n)/)
    : Array.from({ length: Math.ceil(body.length / chunks) }, (_, part) =>
        body.subarray(part * chunks, (part + 1) * chunks),
      )

const hasNoBody = (status: number): boolean => status === 204 || status === 304

/** Sends a page with its delay and its fault. `below` is the connection below TLS. Rejects if the client leaves before. */
export const sendPage = async (
  { status, headers, body, chunks, delay = 0, fault }: Page,
  isHead: boolean,
  response: ServerResponse,
  below: Socket,
): Promise<void> => {
  const socket = response.socket ?? below
  if (delay > 0) await waitFor(delay, socket)
  if (fault?.kind === 'hang') return void socket.setTimeout(LONGEST_WAIT)
  if (fault?.kind === 'reset') return void below.resetAndDestroy()
  if (fault?.kind === 'close') return void socket.end()
  const octets = Buffer.from(body)
  const isStreamed = chunks !== undefined && fault === undefined
  const names = [...new Set(headers.map(({ name }) => name))]
  for (const name of names) {
    const values = headers.filter((header) => header.name === name).map(({ value }) => value)
    response.setHeader(name, values.length === 1 ? (values[0] ?? '') : values)
  }
  if (!isStreamed && !hasNoBody(status))
    response.setHeader('Content-Length', octets.length + (fault?.kind === 'wrong-length' ? TOO_LONG : 0))
  response.writeHead(status)
  if (isHead || hasNoBody(status)) return void (fault?.kind === 'cut' ? socket.end() : response.end())
  if (fault?.kind === 'cut') return cut(response, octets, socket)
  if (fault?.kind === 'drip') return drip(response, octets, fault.milliseconds, socket)
  if (fault?.kind === 'wrong-length') return void response.write(octets, () => socket.end())
  if (!isStreamed) return void response.end(octets)
  for (const part of partsOf(octets, chunks)) response.write(part)
  response.end()
}

/** Returns everything that a client receives of a page, as a text for comparison. */
export const pageText = (
  { status, headers, body, delay = 0, fault }: Page,
  { method, path }: { readonly method: string; readonly path: string },
): string => {
  const [summary] = summaryOf({ status, headers, body, ...(fault === undefined ? {} : { fault }) })
  const late = delay > 0 ? ` after ${delay / 1000} s` : ''
  return `${summary}${late} to ${method} ${path}\n${JSON.stringify([headers, fault])}\n${body.toString('latin1')}`
}

/** Returns the answer of a page and its outcome, for the log. */
export const summaryOf = ({ status, fault }: Page): readonly [answer: string, outcome: RequestToLog['outcome']] => {
  if (fault?.kind === 'hang') return ['no answer', 'lost']
  if (fault?.kind === 'close' || fault?.kind === 'reset') return [`connection ${fault.kind}`, 'refused']
  return [fault === undefined ? `${status}` : `${status} (${fault.kind})`, 'answered']
}
