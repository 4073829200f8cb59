import { expect, it } from 'vitest'
import { failingTests } from './failing-tests.ts'

it.each([
  ['pytest', 'FAILED test_mailer.py::test_second_mx - TimeoutError\n2 failed, 3 passed in 4.1s\n', 'test_second_mx', 5],
  ['Go', '--- FAIL: TestFetch (0.01s)\n    fetch_test.go:12: down\nFAIL\n', 'TestFetch', undefined],
  ['Vitest', '   × sends one message 12ms\n      Tests  1 failed | 6 passed (7)\n', 'sends one message', 7],
  ['TAP', 'ok 1 - greets\nnot ok 2 - delivers\n', 'delivers', undefined],
  [
    'JUnit by Maven',
    '[ERROR] Failures: \n[ERROR]   MailerTest.sendsOne:23 expected: <1> but was: <0>\n[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0\n',
    'MailerTest.sendsOne',
    4,
  ],
])('finds the failed test and the number of all in the output of %s', (_, output, name, count) => {
  expect(failingTests(output)).toEqual({ names: [name], count })
})
