import { useDeferredValue } from 'react'
import { useSettled } from '../../lib/use-settled.ts'

/** The length in characters from which a text is parsed only after a pause in typing: some eight thousand addresses. */
const LONG = 200_000

/** Returns a deferred copy of the text for parsing, so that typing never waits for a long list. */
export const useSeen = (text: string): string => {
  const settled = useSettled(text)
  return useDeferredValue(text.length > LONG ? settled : text)
}
