import type { InfoText } from './information.ts'

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
