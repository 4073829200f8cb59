const shown = (count: number): string => count.toLocaleString('en-US')

/** The texts of the export of a history. */
export const exportTexts = {
  limit: (most: number): string => `The file contains the newest ${shown(most)}.`,
  reading: (done: number, all: number): string => `${shown(done)} of ${shown(all)} read`,
  stop: 'Stop',
  stopped: 'Stopped. There is no file.',
  failed: 'The export failed',
  saved: (count: number): string => `${shown(count)} ${count === 1 ? 'result' : 'results'} saved.`,
} as const
