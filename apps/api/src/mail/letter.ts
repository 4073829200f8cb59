/** A mail as text, before it is wrapped for its way. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Carries letters. */
export interface Mailer {
  /** Sends a letter; the id makes the Message-ID, so that a second try is known as the same mail. Rejects when it was not taken. */
  send(letter: Letter, id: string): Promise<void>
  close(): void
}
