import type { RunEvent } from '@netbox/core'

/** What the screens know of the terminal. */
export interface Screen {
  readonly glyphs: 'unicode' | 'ascii'
  readonly color: boolean
  readonly width: number
}

/** Shows a run on stderr while it goes on. */
export const showRun = (_screen: Screen): { onEvent: (event: RunEvent) => void; close: () => Promise<void> } => ({
  onEvent: () => undefined,
  close: async () => undefined,
})
