import type { InfoText } from './information.ts'

/** The page at `/privacy`. It lists the data that apps/api and this site store; docs/operation.md has the same retention periods. */
export const privacyText: InfoText = {
  title: 'What is stored, where and for how long',
  lede: 'Tools run in your browser. The service stores data only for your account. These pages have no cookies, trackers, advertising or third parties.',
  sections: [
    {
      id: 'browser',
      title: 'In your browser',
      blocks: [
        'This data stays on your device. To delete it, delete the site data in your browser. The tools also work if your browser refuses to store it.',
        {
          label: 'What is stored in the browser',
          head: ['Name', 'What', 'How long'],
          rows: [
            ['`netbox_theme`', 'the theme that you chose', 'until you delete it'],
            ['`netbox_favorites`', 'the tools you starred', 'until you delete it'],
            ['`netbox_report_tab`', 'the tab in which you read reports in the dashboard', 'until you delete it'],
            ['`netbox_recent_runs`', 'your last 50 runs with their inputs', 'until you clear them'],
            [
              '`netbox_unsaved_runs`',
              'runs that your account does not have yet, while you are signed in',
              'until they are saved',
            ],
            ['`netbox_usage`', 'the number of your runs of each tool today', 'until you run a tool on another day'],
            [
              '`netbox_visit`',
              'the world of your visit, and until when your security check is valid',
              'until you close the tab',
            ],
            ['`auth_token`, `auth_session`', 'your session, while you are signed in', 'until you sign out'],
            [
              'cache `netbox-…`',
              'the pages and programs of this site, to work offline',
              'until the site has been updated twice',
            ],
          ],
        },
      ],
    },
    {
      id: 'visitors',
      title: 'About every visitor',
      blocks: [
        'The service sees your network address. It shows the address to you, limits requests by address, and logs it with the time, the page or endpoint, the status and the duration. It doesn’t log bodies, queries or credentials. The counters for these limits expire within a day. The operator of this installation decides how long to keep logs.',
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
            ['your email address, plan, role and registration date', 'as long as the account exists'],
            ['your password, as an argon2id hash that cannot be read back', 'until you change it'],
            [
              'sessions: browser name and network address',
              'a week after they end, at the latest 37 days after their last use',
            ],
            [
              'runs, in browsers and through the API: tool, first 2,000 characters of the input, seed, verdict',
              '90 days',
            ],
            ['daily counters of runs', '40 days'],
            ['the tools that you used', 'as long as the account exists'],
            ['API tokens: name, first characters, a hash', '30 days after you revoke them'],
            [
              'mailbox migrations: servers, addresses, state; passwords encrypted with AES-256-GCM',
              'as long as the account exists',
            ],
            ['verified addresses with their results', 'a year'],
            ['mail to you: confirmation, recovery, changed password', 'a week after it was sent'],
            ['codes in that mail, as hashes', 'a week after they expire'],
            ['changes by admins', 'two years'],
          ],
        },
        'The service doesn’t store the runs of visitors: their browsers count them.',
      ],
    },
    {
      id: 'verification',
      title: 'Email verification',
      blocks: [
        'Unlike the tools, email verification is real. The service asks the mail servers of the domains whether they accept mail for the addresses that you enter, so those servers see the addresses. Enter only addresses that you are allowed to process.',
      ],
    },
    {
      id: 'payments',
      title: 'Payments',
      blocks: [
        'You pay for a subscription on the pages of a payment provider, if this installation has one. Only the provider gets your card data. It tells the service whether you have a subscription and until when.',
      ],
    },
    {
      id: 'rights',
      title: 'Delete your data',
      blocks: [
        'In [your account](/dashboard/account) you can download all of your data and delete the account, which deletes its data at once. Some records stay for a time: the mail that confirms the deletion, for a week; changes to the account by admins, without your address, for two years; your customer number at the payment provider, until it is deleted there too; and the operator’s logs and backups. The operator can tell you about those, and helps if you can’t sign in: see [contact](/contact).',
      ],
    },
  ],
}
