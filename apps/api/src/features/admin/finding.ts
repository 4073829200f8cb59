/** One thing that was looked at. A failure is something to be done about; a note is not. */
export interface Finding {
  readonly kind: 'ok' | 'note' | 'fail'
  readonly text: string
}

export const ok = (text: string): Finding => ({ kind: 'ok', text })
export const note = (text: string): Finding => ({ kind: 'note', text })
export const fail = (text: string): Finding => ({ kind: 'fail', text })
