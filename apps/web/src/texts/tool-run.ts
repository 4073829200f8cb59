import { type Notice, showLimit, type Usage } from '@netbox/core'

/** The words of the place where tools run; those of the spec come from core. */
export const toolRunTexts = {
  ask: 'Ask',
  run: 'Run',
  report: 'Report',
  left: ({ dailyLimit, remaining }: Usage): string => {
    if (dailyLimit === 0) return 'not on your plan'
    return dailyLimit < 0 ? `${showLimit(dailyLimit)} a day` : `${remaining} of ${dailyLimit} left`
  },
  favorite: 'Favorite',
  manyLines: 'Ctrl Enter runs it.',
  robot: "I'm not a robot",
  verifying: 'Checking this browser...',
  verified: 'Verified in this browser',
  captchaExpired: 'The check has expired. Please do it again.',
  captchaFailed: 'The check did not work. Please try it again.',
  captchaAbsent: 'The security check could not be loaded. Reload the page to try again.',
  seed: 'Seed',
  scenario: 'Scenario',
  clock: 'Clock',
  fresh: 'new each run',
  now: 'now',
  changeWorld: 'Change the world',
  world: 'The world that the run sees',
  seedHint: 'The same seed gives the same world. Empty: a new one each run.',
  clockHint: 'Like 2026-01-01T00:00:00Z. Empty: now.',
  resetWorld: 'Back to a new world each run',
  complete: 'Complete',
  broken: 'Broken off',
  stopped: 'Stopped',
  stop: 'Stop',
  showLog: (lines: number): string => `Show log, ${lines} ${lines === 1 ? 'line' : 'lines'}`,
  hideLog: 'Hide log',
  log: 'Log of the run',
  making: 'The report is being made.',
  findings: (count: number): string => `${count} ${count === 1 ? 'finding' : 'findings'}`,
  share: 'Share',
  shareRun: 'Share this run',
  shareWhy:
    'Whoever opens the link finds everything filled in and starts the run. The result is the same, byte for byte.',
  link: 'Link',
  command: 'Command',
  library: 'Library call',
  curl: 'curl',
  copyOf: (what: string): string => `Copy ${what.toLowerCase()}`,
  again: 'Run again',
  newSeed: 'New seed',
  recent: (count: number): string => `Recent runs, ${count}`,
  clearRecent: 'Clear recent runs',
  linkRefused: 'Not everything in this link could be used.',
  linkTooLong: (most: number): string => `The input of this link is too long: ${most} characters are the most.`,
  notLoaded: 'A part of this page could not be loaded. Try again when you are connected.',
  runAnother: 'A failed run costs nothing.',
} as const

/** What a toast says beside the spec's. */
export const toolRunNotices = {
  copied: { title: 'Copied', message: 'It is on the clipboard.' },
  notCopied: {
    title: 'Not copied',
    message: 'The browser did not allow it. Select the text and copy it yourself.',
  },
  notLoaded: {
    title: 'The report could not be loaded',
    message: 'The run is done, but a part of the page is missing. Try again when you are connected.',
  },
} as const satisfies Record<string, Notice>
