import { showLimit, type Usage } from '@netbox/core'

/** The texts of a tool's input. Those that the spec quotes are in `@netbox/product`. */
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
  manyLinesGiven: (lines: number): string => `The input has ${lines} lines. This tool takes one.`,
  notRead: (input: string): string => `“${input}” can’t be read as one.`,
  example: (input: string): string => `Example: ${input}`,
  notLoaded: 'A part of this page could not be loaded. Try again when you are online.',
} as const
