import type { Notice } from '@netbox/product'

/** The texts of a run, its report and its world, which load with the first run. */
export const runTexts = {
  run: 'Run',
  report: 'Report',
  world: 'The world of the run',
  chosenWorld: 'Chosen world',
  strip: 'world',
  changeChosen: 'Change',
  leaveWorld: 'Leave this world',
  seedHint: 'The same seed gives the same world. Empty: the next run draws a new one.',
  facts: 'Facts of your own (JSON)',
  factsExample: '{ "hosts": { "mx1.mail.example": { "smtp": { "state": "refuses" } } } }',
  factsHint: 'Records, hosts and addresses as in a world file. Empty: everything follows from the seed.',
  factsTooLarge: (size: number, most: number): string => `The facts have ${size} bytes; the limit is ${most}.`,
  factsNoJson: 'The facts are not JSON. Write a YAML world file as JSON here.',
  factsRead: (facts: string): string => `${facts}. Everything else follows from the seed.`,
  clockHint: 'Like 2026-01-01T00:00:00Z. Empty: now.',
  resetWorld: 'Reset the world',
  complete: 'Complete',
  broken: 'Interrupted',
  stopped: 'Stopped',
  stop: 'Stop',
  showLog: (lines: number): string => `Show log, ${lines} ${lines === 1 ? 'line' : 'lines'}`,
  hideLog: 'Hide log',
  log: 'Log of the run',
  making: 'Preparing the report.',
  findings: (count: number): string => `${count} ${count === 1 ? 'finding' : 'findings'}`,
  share: 'Share',
  shareRun: 'Share this run',
  shareWhy:
    'Anyone with the link sees the same report, byte for byte. The link contains the input, the seed, the scenario and the time.',
  link: 'Link',
  linkTooLongToShare:
    'These facts are too long for a link. Send the JSON below: anyone who pastes it under "Change the world" gets the same result.',
  worldFile: 'World file',
  command: 'Command',
  library: 'Library call',
  curl: 'curl',
  copyOf: (what: string): string => `Copy ${what.toLowerCase()}`,
  again: 'Run again',
  inNewWorld: 'Run in a new world',
  compareWith: 'Compare with…',
  recent: (count: number): string => `Recent runs, ${count}`,
  clearRecent: 'Clear recent runs',
  linkTooLong: (most: number): string => `The input of this link is too long. The limit is ${most} characters.`,
  linkOfOtherVersion: (made: string, current: string): string =>
    `Version ${made} of the simulation made this link. This is version ${current}, so the report may differ.`,
  showReport: 'Show report',
  runAnother: 'A failed run does not count.',
} as const

/** The toasts in addition to the spec's. */
export const toolRunNotices = {
  copied: { title: 'Copied', message: 'Copied to the clipboard.' },
  notCopied: {
    title: 'Not copied',
    message: 'The browser does not allow it. Select the text and copy it yourself.',
  },
  notLoaded: {
    title: 'The report could not be loaded',
    message: 'The run is complete, but a part of the page is missing. Try again when you are online.',
  },
} as const satisfies Record<string, Notice>
