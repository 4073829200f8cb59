import {
  type ApiErrorCode,
  type BodyOf,
  type EndpointId,
  endpoints,
  type ParamsOf,
  type QueryOf,
} from '@netbox/contract'
import type { HttpHandler } from 'msw'
import { accountAnswers } from './account-answers.ts'
import { adminAnswers } from './admin-answers.ts'
import { authAnswers } from './auth-answers.ts'
import { emailAnswers } from './email-answers.ts'
import {
  type AnyAnswer,
  handlerOf,
  type MockAnswer,
  type MockAnswers,
  type MockCall,
  MockRefusal,
} from './endpoint-handler.ts'
import { migrationAnswers } from './migration-answers.ts'
import { addMockUser, createMockData, type MockData, type MockUser, type MockUserOptions } from './mock-data.ts'
import { runAnswers } from './run-answers.ts'
import { secondFactorAnswers } from './second-factor-answers.ts'
import { subscriptionAnswers } from './subscription-answers.ts'
import { systemAnswers } from './system-answers.ts'

const defaults: MockAnswers = {
  ...authAnswers,
  ...adminAnswers,
  ...accountAnswers,
  ...secondFactorAnswers,
  ...emailAnswers,
  ...migrationAnswers,
  ...runAnswers,
  ...systemAnswers,
  ...subscriptionAnswers,
}

/** The site's API in memory: every endpoint of the contract, with data that a test can read and change. */
export interface MockApi {
  readonly data: MockData
  readonly handlers: readonly HttpHandler[]
  /** Adds a user. */
  addUser(options?: MockUserOptions): MockUser
  /** Replaces the handler of an endpoint from now on. */
  answer<Id extends EndpointId>(id: Id, answer: MockAnswer<Id>): void
  /** Makes an endpoint refuse every call from now on. The body contains `fields` in addition to the error and its code. */
  refuse(id: EndpointId, code: ApiErrorCode, fields?: Readonly<Record<string, unknown>>): void
  /** Restores the default handler of an endpoint. */
  restore(id: EndpointId): void
  /** Lists the calls of an endpoint so far, oldest first; `at` is the time of each call, in milliseconds of the page's time. */
  calls<Id extends EndpointId>(
    id: Id,
  ): { body: BodyOf<Id>; params: ParamsOf<Id>; query: QueryOf<Id>; request: Request; at: number }[]
}

/** Makes the API of the site in memory, derived from the contract: for component tests, and for development without a service. */
export const createMockApi = (): MockApi => {
  const data = createMockData()
  // The cast is safe, because each handler is stored under the id of its endpoint, and gets only calls of that id.
  const answers = new Map<EndpointId, AnyAnswer>(Object.entries(defaults) as [EndpointId, AnyAnswer][])
  const calls: (MockCall & { readonly at: number })[] = []
  const answerNow: AnyAnswer = (call) => {
    calls.push({ ...call, at: Date.now() })
    const answer = answers.get(call.id)
    if (answer === undefined) throw new TypeError(`The mock API has no answer for ${call.id}.`)
    return answer(call)
  }
  return {
    data,
    handlers: endpoints.map(({ id }) => handlerOf(id, data, answerNow)),
    addUser: (options) => addMockUser(data, options),
    // The cast is safe, because the handler gets only calls of this id.
    answer: (id, answer) => void answers.set(id, answer as unknown as AnyAnswer),
    refuse: (id, code, fields) =>
      void answers.set(id, () => {
        throw new MockRefusal(code, fields)
      }),
    restore: (id) => {
      const answer = defaults[id]
      if (answer === undefined) answers.delete(id)
      else answers.set(id, answer as AnyAnswer)
    },
    // The cast is safe, because the calls of an id have the input of its endpoint.
    calls: (id) => calls.filter((call) => call.id === id) as never,
  }
}
