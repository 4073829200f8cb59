import { onTestFinished } from 'vitest'

/** Closes a test's resource after the test, even if the test fails. */
export const closeAfterTest = <Opened extends { close(): Promise<void> }>(opened: Opened): Opened => {
  onTestFinished(() => opened.close())
  return opened
}
