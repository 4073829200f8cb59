import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { answerInLines } from './answer-in-lines.ts'
import { fieldText } from './field-text.ts'
import { mockVerification } from './mock-api/email-answers.ts'
import { mockApi, visit } from './visit.tsx'
import { wordsOf } from './words-of.ts'

/** Makes addresses: user1, user2, … */
export const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `user${at + 1}@mail.example`)

/** Waits for the field of the list. */
export const findField = async (): Promise<HTMLTextAreaElement> =>
  screen.findByLabelText<HTMLTextAreaElement>('Email addresses, one per line')

/** Returns the text of the list field. */
export const listText = async (): Promise<string> => fieldText(await findField())

/** Replaces the list. */
export const writeList = async (user: UserEvent, list: readonly string[]): Promise<void> => {
  const field = await findField()
  await user.clear(field)
  await user.click(field)
  await user.paste(list.join('\n'))
}

/** Finds the button that submits the list and shows the progress of a run. */
export const verifyButton = (): HTMLElement => screen.getByRole('button', { name: /^Verify/ })

/** Types a list and submits it. */
export const verifyList = async (user: UserEvent, list: readonly string[]): Promise<void> => {
  await writeList(user, list)
  await user.click(verifyButton())
}

/** Returns the lists that the API has received. */
export const askedLists = (): string[][] =>
  mockApi()
    .calls('email.verify')
    .map(({ body }) => body.emails)

/** Waits for the list of results. */
export const findResults = async (): Promise<HTMLElement> =>
  screen.findByRole('listbox', { name: 'Verified addresses' })

/** Returns the text of each row of the results. */
export const rowTexts = async (): Promise<string[]> =>
  within(await findResults())
    .getAllByRole('option')
    .map(wordsOf)

/** The path of the verification screen. */
export const SCREEN = '/email-validation'
/** Returns the result of an address that exists. */
export const good = (email: string) => mockVerification({ email })

/** Opens the screen and submits a list. The test provides the responses. */
export const ask = async (list: readonly string[]) => {
  const answer = answerInLines('email.verify')
  const user = await visit(SCREEN)
  await verifyList(user, list)
  await answer.call(1)
  return { answer, user }
}

/** Waits for a heading above the results. */
export const verdict = async (name: string) => screen.findByRole('heading', { name })

/** Waits for the box that explains why a verification ended early. */
export const failure = async () => screen.findByRole('region', { name: 'Verification failed' })

/** Waits for the row of an address. */
export const row = async (name: RegExp) => within(await findResults()).findByRole('option', { name })
