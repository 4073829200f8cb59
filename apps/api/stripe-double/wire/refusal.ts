/** What an error of the API says. */
export interface RefusalBody {
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'
  readonly message: string
  readonly code?: string
  readonly param?: string
  readonly decline_code?: string
}

/** Thrown to refuse a request of the API. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly body: RefusalBody

  constructor(status: number, body: RefusalBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** Makes a refusal; default type `invalid_request_error`. */
export const refuse = (status: number, body: Omit<RefusalBody, 'type'> & Partial<Pick<RefusalBody, 'type'>>): Refusal =>
  new Refusal(status, { type: 'invalid_request_error', ...body })

/** Makes the refusal of a request without a parameter that it needs. */
export const parameterMissing = (param: string): Refusal =>
  refuse(400, { message: `Missing required param: ${param}.`, param, code: 'parameter_missing' })

/** Makes the refusal of an id that names nothing. In the path it is 404, as a parameter 400. */
export const missing = (what: string, id: string, param = 'id'): Refusal =>
  refuse(param === 'id' ? 404 : 400, { message: `No such ${what}: '${id}'`, code: 'resource_missing', param })
