import { verificationStatuses } from '@netbox/product'
import { screen } from '@testing-library/react'
import { mockEntry } from './mock-api/email-answers.ts'
import type { MockUser } from './mock-api/mock-data.ts'
import { mockApi } from './visit.tsx'

/** The path of the history. */
export const HISTORY = '/dashboard/verifications'
/** An address that a spreadsheet would treat as a formula. */
export const FORMULA = '=1+1@shop.example'

const names = ['ana', 'info', 'j.doe', 'eva']

/** Makes this many addresses, the formula first. */
export const listOf = (count: number): string[] => [
  FORMULA,
  ...Array.from({ length: count - 1 }, (_, at) => `${names[at % 4] ?? ''}.${at}@mail${at % 9}.example`),
]

/** Adds a user who has verified this many addresses, with each status in turn. */
export const owner = (count = 12): MockUser => {
  const member = mockApi().addUser({ plan: 'pro' })
  const statusOf = (at: number) => verificationStatuses[at % verificationStatuses.length] ?? 'valid'
  member.verifications.push(
    ...listOf(count).map((email, at) => mockEntry({ email, status: statusOf(at), simulated: true })),
  )
  return member
}

/** Returns the addresses of a user that have a status. */
export const addressesOf = ({ verifications }: MockUser, status: string): string[] =>
  verifications.filter(({ status: known }) => known === status).map(({ email }) => email)

// Finds the table by label, because a query by role is slow in a long table.
const table = async (): Promise<HTMLTableElement> => screen.findByLabelText('Verified addresses', { selector: 'table' })

/** Waits for the rows of the table. */
export const rows = async (): Promise<HTMLTableRowElement[]> => Array.from((await table()).querySelectorAll('tbody tr'))

/** Reads the addresses of the page that is shown. */
export const shownAddresses = async (): Promise<(string | null | undefined)[]> =>
  (await rows()).map((row) => row.querySelector('th code')?.textContent)

/** Waits until this many results are found. */
export const shows = async (total: number): Promise<HTMLElement> =>
  screen.findByText(`${total} ${total === 1 ? 'result' : 'results'}`)

/** Finds the search field for a part of an address. */
export const search = (): HTMLElement => screen.getByLabelText('Search for an address')
/** Finds the field that filters by status. */
export const status = (): HTMLElement => screen.getByLabelText('Status')
/** Finds the button that saves the results. */
export const exportButton = (): HTMLElement => screen.getByText('Export CSV', { selector: 'button' })

/** Returns the lines of a saved file, without its heading row. */
export const linesOf = (text: string | undefined): string[] => (text ?? '').split('\r\n').slice(1, -1)
