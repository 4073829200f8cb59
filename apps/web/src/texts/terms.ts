import type { InfoText } from './information.ts'

/** The page at `/terms`. */
export const termsText: InfoText = {
  title: 'Rules that fit on a page',
  lede: 'They hold between you and whoever runs this installation of netbox. Where they sent you terms of their own, those come first.',
  sections: [
    {
      id: 'results',
      title: 'Results',
      blocks: [
        'Every tool run is simulated, and its report says so. It describes an invented internet, not the host or domain that you typed. Never decide about a real system, person or company by it, and do not show it to others as if it were a measurement.',
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
            'Enter mailbox passwords only for mailboxes that are yours, or that you may move.',
            'Keep to the limits of your plan; do not get around them with several accounts or addresses.',
            'Test the security of an installation only with its operator’s consent. Of netbox itself, test your own copy.',
          ],
        },
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      blocks: [
        'One person, one account. Keep your password and API tokens to yourself: what is done with them counts as done by you. The operator can suspend an account that breaks these rules, and says so when it signs in.',
      ],
    },
    {
      id: 'plans',
      title: 'Plans and payment',
      blocks: [
        'The free plan costs nothing and asks for no card. [Pricing](/pricing) says what the others cost and hold; the [daily limits](/help#limits) are part of it.',
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
        'A migration is recorded as a request, with the status pending. Nothing is transferred by it, and the connection test is simulated.',
      ],
    },
    {
      id: 'liability',
      title: 'No warranty',
      blocks: [
        'netbox is free software under the MIT license: it is provided as it is, without warranty of any kind. The service levels on the pricing page are owed by whoever sells you the plan.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: [
        'These terms belong to the version of netbox that is installed here, and change with it. Its history is in the repository.',
      ],
    },
  ],
}
