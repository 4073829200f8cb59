import type { Endpoint } from '@netbox/contract'
import { waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { onTestFinished } from 'vitest'
import { mockApi } from './setup.ts'

const TYPE = 'application/x-ndjson'

/** The ids of endpoints that can respond line by line. */
type LineId = Extract<Endpoint, { readonly stream: { readonly type: typeof TYPE } }>['id']

/** A response whose lines the test sends one by one. */
export interface LineAnswer {
  /** Waits for the call with this number; later lines are part of its response. */
  readonly call: (number: number) => Promise<void>
  /** Sends values, each as a line of JSON. Values outside the contract are possible: a newer service may send them. */
  readonly give: (...values: readonly object[]) => void
  /** Ends the response normally. */
  readonly finish: () => void
  /** Ends the connection in the middle of the response. */
  readonly breakOff: () => void
}

/** Mocks an endpoint that responds line by line (NDJSON), for the rest of the test. */
export const answerInLines = (id: LineId): LineAnswer => {
  const encoder = new TextEncoder()
  let calls = 0
  let current: ReadableStreamDefaultController<Uint8Array> | undefined
  const open = (): ReadableStreamDefaultController<Uint8Array> => {
    if (current === undefined) throw new Error(`No answer of ${id} is open.`)
    return current
  }
  const ended = (): ReadableStreamDefaultController<Uint8Array> => {
    const controller = open()
    current = undefined
    return controller
  }
  onTestFinished(() => current?.close())
  mockApi().answer(id, () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        current = controller
      },
      cancel: () => {
        current = undefined
      },
    })
    calls += 1
    return new HttpResponse(body, { headers: { 'content-type': TYPE } })
  })
  return {
    call: async (number) =>
      waitFor(() => {
        if (calls < number) throw new Error(`${id} was called ${calls} times, not ${number}.`)
      }),
    give: (...values) => open().enqueue(encoder.encode(values.map((value) => `${JSON.stringify(value)}\n`).join(''))),
    finish: () => ended().close(),
    breakOff: () => ended().error(new TypeError('terminated')),
  }
}
