import { describe, expect, it } from 'vitest'
import { createToolbox } from '../runs/create-toolbox.ts'
import { simulatedMailbox } from './simulated-mailbox.ts'

const seed = 'mailboxes'
const emails = Array.from({ length: 300 }, (_, index) => `person${index}@company${index % 150}.example`)

describe('simulatedMailbox', () => {
  it('knows every state among a few hundred mailboxes', () => {
    const states = new Set(emails.map((email) => simulatedMailbox(email, { seed }).state))
    expect([...states].toSorted()).toEqual(['any', 'exists', 'later', 'not-asked', 'refused'])
  })

  it('says what the email validation says, and names the exchanges that the MX records name', async () => {
    const box = createToolbox({ seed, at: 0, plan: 'enterprise' })
    const deliverable = { exists: true, refused: false, any: null, later: null, 'not-asked': false }
    for (const email of emails.slice(0, 60)) {
      const mailbox = simulatedMailbox(email, { seed })
      const { result } = await box.run('email-validation', email)
      expect(deliverable[mailbox.state], email).toBe(result.deliverable)
      expect(mailbox.answering !== undefined, email).toBe(result.mx_check)
      const records = await box.run('mx-record', email.replace(/.*@/, ''))
      expect(records.result.records.map(({ exchange }) => exchange)).toEqual(mailbox.exchanges)
    }
  })

  it('says the same of the same address and seed, and not of all seeds', () => {
    const statesIn = (of: string) => emails.map((email) => simulatedMailbox(email, { seed: of }).state)
    expect(statesIn(seed)).toEqual(statesIn(seed))
    expect(statesIn('another')).not.toEqual(statesIn(seed))
  })

  it('asks nobody where there is no domain', () => {
    expect(simulatedMailbox('nobody', { seed })).toEqual({ state: 'not-asked', exchanges: [], answering: undefined })
  })
})
