// Texts that must not change, so the prose check skips them: quotations, and sentences that reports contain.
export const quotations = ['go to everyone who is linked', 'can read what was recorded under']
