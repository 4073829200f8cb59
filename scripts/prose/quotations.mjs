// Texts that stay to the letter, so the check of our English skips them: quotations, and sentences that reports contain.
export const quotations = [
  'Headers alone cannot verify the signature',
  'SPF and DKIM alone say nothing about the From address',
  'what differs may come from the version alone',
  'in place of what is published at',
  'go to everyone who is linked',
  'can read what was recorded under',
]
