import type { Mutation } from '../mutation.ts'

const postman = 'src/mail/smtp-postman.ts'
const tests = ['src/mail/smtp-postman.test.ts']

const injection = 'SMTP and header injection'
const links = 'Host tricks in mail links'
const outbox = 'mail sent from an outbox'
const unknown = 'timing and texts on unknown email'

/** Mail. */
export const mail: readonly Mutation[] = [
  {
    name: 'a recipient is not looked at before it is sent to',
    promise: injection,
    file: postman,
    find: 'const to = parseEmailAddress(letter.to)',
    replace: "const to = letter.to === '' ? undefined : { email: letter.to }",
    tests,
  },
  {
    name: 'a sender with two lines is taken',
    promise: injection,
    file: postman,
    find: '([^<>"\\p{Cc}]*)<',
    replace: '([^<>"]*)<',
    tests,
    named: 'refuses the sender',
  },
  {
    name: 'the name of an address may have any character',
    promise: injection,
    file: 'src/accounts/email-address.ts',
    find: '!LOCAL.test(local)',
    replace: "local === ''",
    tests: ['src/accounts/email-address.test.ts'],
    named: 'leave its place',
  },
  {
    name: 'links in mail follow the host of a request',
    promise: links,
    file: 'src/http/exchange.ts',
    find: "  const peer = socket.remoteAddress ?? ''",
    replace: `  Object.assign(globalThis, { heard: headers['x-forwarded-host'] ?? headers.host })
  const peer = socket.remoteAddress ?? ''`,
    also: [
      {
        file: 'src/mail/templates.ts',
        find: '`${publicUrl}${path}#token',
        replace: '`${`http://${Reflect.get(globalThis, "heard") ?? publicUrl.slice(7)}`}${path}#token',
      },
    ],
    tests: ['test/auth/mail.test.ts'],
    named: 'from configuration alone',
  },
  {
    name: 'several processes send a mail twice',
    promise: outbox,
    file: 'src/mail/outbox-repository.ts',
    find: `    .where('attempts', '=', attempts)
    .where('next_attempt_at', '=', due)
    .where('sent_at', 'is', null)`,
    replace: '',
    tests: ['src/mail/sender.test.ts'],
    named: 'four processes',
  },
  {
    name: 'recovery tells whether an address is known',
    promise: unknown,
    file: 'src/accounts/recovery.ts',
    find: '    if (outbox === undefined) return\n',
    replace: `    const { findByEmailKey } = await import('./users-repository.ts')
    if ((await findByEmailKey(database.queries, key)) === undefined) throw new AccountError('not_found')
    if (outbox === undefined) return
`,
    tests: ['src/accounts/accounts.test.ts'],
    named: 'answer the same',
  },
  {
    name: 'a disabled user gets a mail to recover',
    promise: unknown,
    file: 'src/accounts/account-letters.ts',
    find: "if (user.status === 'disabled') return undefined",
    replace: '',
    tests: ['src/accounts/accounts.test.ts'],
    named: 'answer the same',
  },
  {
    name: 'anybody can fill a mailbox',
    promise: 'mail is rate limited',
    file: 'src/accounts/recovery.ts',
    find: 'if (!(await limiter.mail(key)).isAllowed) return',
    replace: '',
    tests: ['src/accounts/accounts.test.ts'],
    named: 'five mails',
  },
]
