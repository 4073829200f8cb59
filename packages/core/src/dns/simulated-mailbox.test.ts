import { describe, expect, it } from 'vitest'
import { createToolbox } from '../runs/create-toolbox.ts'
import { simulatedMailbox } from './simulated-mailbox.ts'

const seed = 'mailboxes'
const emails = Array.from({ length: 300 }, (_, index) => `person${index}@company${index % 150}.example`)

describe('simulatedMailbox', () => {
  it('has every state among a few hundred mailboxes', () => {
    const states = new Set(emails.map((email) => simulatedMailbox(email, { seed }).state))
    expect([...states].toSorted()).toEqual(['any', 'exists', 'later', 'not-asked', 'refused'])
  })

  it('agrees with email-validation, and names the mail servers of the MX records', async () => {
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

  it('is the same for the same address and seed, and not for all seeds', () => {
    const statesIn = (of: string) => emails.map((email) => simulatedMailbox(email, { seed: of }).state)
    expect(statesIn(seed)).toEqual(statesIn(seed))
    expect(statesIn('another')).not.toEqual(statesIn(seed))
  })

  it('tells a known sender of a greylisting server whether the mailbox exists, and changes nothing else', () => {
    const known = emails.map((email) => simulatedMailbox(email, { seed, known: true }).state)
    const strange = emails.map((email) => simulatedMailbox(email, { seed }).state)
    const settled = known.filter((_, index) => strange[index] === 'later')
    expect(new Set(settled)).toEqual(new Set(['exists', 'refused']))
    expect(known.filter((_, index) => strange[index] !== 'later')).toEqual(strange.filter((state) => state !== 'later'))
  })

  it('contacts no server without a domain', () => {
    expect(simulatedMailbox('nobody', { seed })).toEqual({ state: 'not-asked', exchanges: [], answering: undefined })
  })
})
