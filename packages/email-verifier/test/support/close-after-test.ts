import { onTestFinished } from 'vitest'

/** Closes what a test has opened when the test is over, however it ends. */
export const closeAfterTest = <Opened extends { close(): Promise<void> }>(opened: Opened): Opened => {
  onTestFinished(() => opened.close())
  return opened
}
