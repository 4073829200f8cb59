import type { InfoText } from './information.ts'

/** The page at `/privacy`. It tells what apps/api and this site keep; docs/operation.md has the same periods. */
export const privacyText: InfoText = {
  title: 'What is stored, where and for how long',
  lede: 'Running a tool sends nothing anywhere: it is computed in your browser. An account stores what an account needs. There are no cookies, no trackers, no advertising and no third parties on these pages.',
  sections: [
    {
      id: 'browser',
      title: 'In your browser',
      blocks: [
        'This stays on your device. Deleting the site data in your browser deletes all of it; where the browser refuses to store it, the tools work without.',
        {
          label: 'What is stored in the browser',
          head: ['Name', 'What', 'How long'],
          rows: [
            ['`netbox_theme`', 'light or dark, once you chose', 'until you delete it'],
            ['`netbox_favorites`', 'the tools you starred', 'until you delete it'],
            ['`netbox_recent_runs`', 'your last 50 runs with their inputs', 'until you clear them'],
            ['`netbox_usage`', 'how many runs of each tool you had today', 'until the next day you run one'],
            ['`auth_token`, `auth_session`', 'your session, while you are signed in', 'until you sign out'],
            [
              'cache `netbox-…`',
              'the pages and programs of this site, to work offline',
              'until the version after next',
            ],
          ],
        },
      ],
    },
    {
      id: 'visitors',
      title: 'Of every visitor',
      blocks: [
        'The service sees the network address that you come from. It greets you with it, counts requests by it so that nobody can flood the service, and writes it into its log with the time, the page or endpoint, the status and the duration. Bodies, queries and credentials are not logged. Counters end with their window, which is a day at most; how long logs are kept is up to who runs this installation.',
      ],
    },
    {
      id: 'account',
      title: 'With an account',
      blocks: [
        {
          label: 'What the service stores of an account',
          head: ['What', 'How long'],
          rows: [
            ['your email address, plan, role, and when you registered', 'as long as the account exists'],
            ['your password, as an argon2id hash that cannot be read back', 'until you change it'],
            [
              'sessions: browser name and network address',
              'a week after they end, at the latest 37 days after their last use',
            ],
            ['runs by way of the service: tool, first 2,000 characters of the input, seed, verdict', '90 days'],
            ['daily counters of runs', '40 days'],
            ['which tools you ever used', 'as long as the account exists'],
            ['API tokens: name, first characters, a hash', '30 days after you revoke them'],
            [
              'mailbox migrations: servers, addresses, state; passwords sealed with AES-256-GCM',
              'as long as the account exists',
            ],
            ['verified addresses with their results', 'a year'],
            ['mails to you: confirmation, recovery, a changed password', 'a week after they were sent'],
            ['codes of those mails, as hashes', 'a week after they expire'],
            ['what admins changed', 'two years'],
          ],
        },
        'Runs in your browser are not among them: they are only counted, and only there.',
      ],
    },
    {
      id: 'verification',
      title: 'Email verification',
      blocks: [
        'Unlike the tools, it is real: the addresses that you enter go to the service, which asks the mail servers of their domains whether they would take mail. Those servers see the address that is asked about. Enter only addresses that you may process.',
      ],
    },
    {
      id: 'payments',
      title: 'Payments',
      blocks: [
        'A subscription is paid on the pages of a payment provider, where this installation has one. Card data goes to the provider alone; the service is told whether a subscription exists and until when.',
      ],
    },
    {
      id: 'rights',
      title: 'To have it removed',
      blocks: [
        '[Your account](/dashboard/account) lets you download everything that is stored of it, and delete it: what belongs to it is then gone at once. What stays for a while: a mail that tells you so, for a week; what admins did to the account, without your address, for two years; your number at the payment provider, until you are deleted there too; and what the operator keeps in logs and backups. They can tell you of that, and help where you cannot sign in: [contact](/contact) says how.',
      ],
    },
  ],
}
