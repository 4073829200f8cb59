import { showLimit, type Usage } from '@netbox/core'
import type { Notice } from '@netbox/product'

/** The texts of a tool's input. Texts that the spec quotes are in `@netbox/product`. */
export const toolRunTexts = {
  ask: 'Ask',
  left: ({ dailyLimit, remaining }: Usage): string => {
    if (dailyLimit === 0) return 'not on your plan'
    return dailyLimit < 0 ? `${showLimit(dailyLimit)} a day` : `${remaining} of ${dailyLimit} left`
  },
  favorite: 'Favorite',
  runList: 'Run a list',
  manyLines: 'Ctrl Enter runs it.',
  robot: "I'm not a robot",
  verifying: 'Checking this browser...',
  verified: 'Verified in this browser',
  captchaExpired: 'The check has expired. Please repeat it.',
  captchaFailed: 'The check did not work. Please try it again.',
  captchaAbsent: 'The security check could not be loaded. Reload the page to try again.',
  world: 'World',
  worldToCome: 'The first run draws a world for this visit.',
  kept: 'kept for this visit',
  newWorld: 'New world',
  changeWorld: 'Change the world',
  linkRefused: 'Some parts of this link are invalid.',
  tooLong: (length: number, most: number): string =>
    `The input has ${length.toLocaleString('en')} characters. The limit is ${most.toLocaleString('en')}.`,
  manyLinesGiven: (lines: number): string => `The input has ${lines} lines. This tool accepts one line.`,
  notRead: (input: string): string => `“${input}” is not a valid input.`,
  example: (input: string): string => `Example: ${input}`,
  notLoaded: 'A part of this page could not be loaded. Try again when you are online.',
} as const

/** The texts of the home page, with or without a chosen tool. Texts that the spec quotes are in `@netbox/product`. */
export const homeTexts = {
  greeting: 'Hello. Your address is',
  categories: 'Tool categories',
  freeRuns: (limit: number) => `${limit} free a day`,
  unsure: {
    title: 'Not sure which?',
    text: 'Paste a name, an address, headers or an error. Matching tools come first.',
  },
} as const

/** The texts of a run, its report and its world, which load with the first run. */
export const runTexts = {
  run: 'Run',
  report: 'Report',
  factsTooLarge: (size: number, most: number): string => `The facts have ${size} bytes; the limit is ${most}.`,
  factsNoJson: 'The facts are not JSON. Write a YAML world file as JSON here.',
  before: 'Report of the world before',
  beforeStage: 'Before',
  faultless: { random: 'Random faults', healthy: 'No faults' },
  otherFaults: 'The same run with another fault',
  switchCosts: 'Costs no run.',
  noFault: { random: 'random faults', healthy: 'no faults' },
  otherFault: (had: string, has: string, isSameSeed: boolean): string =>
    `It had ${had}. Now the world has ${has}${isSameSeed ? ', same seed: press Analyze, and only the fault differs.' : ', and another seed.'}`,
  otherWorld: (seeds: readonly [had: string, has: string] | undefined): string =>
    seeds === undefined
      ? 'Now the world has another time or other facts.'
      : `It had the seed ${seeds[0]}. Now the world has the seed ${seeds[1]}, with the same faults.`,
  compareBoth: 'Compare both',
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
    'These facts are too long for a link. Send the JSON below: anyone who reads it as a world file under "Change the world" gets the same result.',
  worldFile: 'World file',
  command: 'Command',
  commandWhere: 'In a clone of netbox, write npx before it.',
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
    made === ''
      ? `The link names no version of the simulation. This is version ${current}, so the report may differ.`
      : `Version ${made} of the simulation made this link. This is version ${current}, so the report may differ.`,
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
} as const satisfies Record<string, Notice>
