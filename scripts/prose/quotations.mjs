// Texts that stay to the letter, so the check of our English skips them: quotations, and sentences that reports contain.
export const quotations = [
  'in place of what is published at',
  'go to everyone who is linked',
  'can read what was recorded under',
]
