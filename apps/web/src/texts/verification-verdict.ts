const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

const inWords = (count: number): string => words[count] ?? String(count)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const ofAll = (count: number, is: string, are: string): string =>
  count === 1 ? `The address ${is}` : `All ${inWords(count)} ${are}`

/** The heading of the results. Counts up to twelve are written as words. */
export const verdictTexts = {
  waiting: 'Waiting for the first answer',
  nothingKnown: 'Nothing is known yet',
  allAreGood: (count: number): string => ofAll(count, 'is good', 'are good'),
  allBounce: (count: number): string => ofAll(count, 'bounces', 'bounce'),
  areGood: (count: number): string => `${inWords(count)} ${count === 1 ? 'is' : 'are'} good`,
  bounce: (count: number): string => `${inWords(count)} ${count === 1 ? 'bounces' : 'bounce'}`,
  areUnsure: (count: number): string => `${inWords(count)} ${count === 1 ? 'is' : 'are'} uncertain`,
  joined: (parts: readonly string[]): string => capital(parts.join(', ')),
} as const
