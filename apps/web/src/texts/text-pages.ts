import type { InfoText } from './information.ts'

/** The page at `/contact`. */
export const contactText: InfoText = {
  title: 'Who can help with what',
  lede: 'netbox is software that anyone can run. Whom to contact depends on your question: is it about this installation, or about the program itself?',
  sections: [
    {
      id: 'account',
      title: 'Your account here',
      blocks: [
        'For accounts, plans, payments, mailbox migrations and stored data, contact the operator of this installation. That is the person or company that gave you its URL: your administrator, your team, or the company whose domain is in the URL.',
        'Write from the email address of the account, and never send a password: nobody needs it to help you.',
        {
          list: [
            'You cannot sign in: first [reset your password](/reset). Without a mail server, only the operator can help.',
            'A payment: send the date and the amount. Card numbers never reach netbox.',
            'Your data: you can download or delete it on [your account page](/dashboard/account). [Privacy](/privacy) lists the stored data. In any other request, name the data that you want to get, change or remove.',
          ],
        },
      ],
    },
    {
      id: 'fault',
      title: 'A bug in netbox',
      blocks: [
        'Open an issue in the repository of netbox. A run is the same everywhere, so a short report is often enough:',
        {
          list: [
            'the share link of the run, or the seed line at the end of its report',
            'what you saw, and what you expected',
            'for an API response: its `request_id`, which is also in the header `X-Request-Id`',
          ],
        },
        'A result that does not match your real server is not a bug. Tool runs are simulated; [help](/help#simulated) says what that means.',
      ],
    },
    {
      id: 'vulnerability',
      title: 'A vulnerability',
      blocks: [
        'Report it privately, not in a public issue: on the page of the repository choose Security, then Report a vulnerability. Say which version, what you did and what happened.',
      ],
    },
    {
      id: 'state',
      title: 'Is it up?',
      blocks: [
        'The tools of this site run in your browser and need no server once the page has loaded. For everything else, [/health/ready](/health/ready) shows whether the service and its database work.',
      ],
    },
  ],
}

/** The page at `/terms`. */
export const termsText: InfoText = {
  title: 'Rules that fit on a page',
  lede: 'These terms apply between you and the operator of this installation of netbox. If the operator sent you other terms, those take precedence.',
  sections: [
    {
      id: 'results',
      title: 'Results',
      blocks: [
        'Every tool run is simulated, and its report says so. It describes a simulated internet, not the real host or domain. Never use it to make decisions about a real system, person or company, and never present it as a measurement.',
        'Email verification is real, but mail servers do not always tell the truth: a status is an estimate with a confidence, not a promise.',
      ],
    },
    {
      id: 'use',
      title: 'Fair use',
      blocks: [
        {
          list: [
            'Verify only addresses that you are allowed to process, and do not use the results for unsolicited mail.',
            'Enter passwords only for your own mailboxes, or for mailboxes that you are allowed to move.',
            'Stay within the limits of your plan. Don’t use several accounts or addresses to exceed them.',
            'Test the security of an installation only with its operator’s consent. You can always test your own copy of netbox.',
          ],
        },
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      blocks: [
        'One person, one account. Keep your password and API tokens secret: you are responsible for their use. The operator can suspend an account that breaks these rules. The sign-in page then says so.',
      ],
    },
    {
      id: 'plans',
      title: 'Plans and payment',
      blocks: [
        'The free plan costs nothing and needs no card. See [pricing](/pricing) for the other plans and [daily limits](/help#limits) for all tools.',
        {
          list: [
            'You can cancel anytime and keep access until the billing period ends.',
            'There is a money-back guarantee of 30 days.',
            'An upgrade is immediate. A downgrade takes effect at the next billing cycle.',
          ],
        },
      ],
    },
    {
      id: 'migrations',
      title: 'Mailbox migrations',
      blocks: [
        'The service records a migration as a request with the status pending. It transfers nothing, and the connection test is simulated.',
      ],
    },
    {
      id: 'liability',
      title: 'No warranty',
      blocks: [
        'netbox is free software under the MIT license. It is provided as is, without warranty of any kind. The seller of your plan is responsible for the service levels on the pricing page.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: [
        'These terms belong to the installed version of netbox and change with it. The repository has their history.',
      ],
    },
  ],
}

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
              'until you close the last tab of this site, at most twelve hours',
            ],
            ['`netbox_tabs`, `netbox_tab`', 'the number of open tabs of your visit', 'until you close the tab'],
            [
              '`netbox_registration`',
              'the address that you registered, and the proof that it was this browser',
              'until you confirm the address',
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
