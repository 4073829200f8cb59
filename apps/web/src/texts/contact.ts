import type { InfoText } from './information.ts'

/** The page at `/contact`. */
export const contactText: InfoText = {
  title: 'Who can help with what',
  lede: 'netbox is software that anyone can run. Who answers you depends on what it is about: this installation, or the program itself.',
  sections: [
    {
      id: 'account',
      title: 'Your account here',
      blocks: [
        'For accounts, plans, payments, mailbox migrations and stored data, contact the operator of this installation. That is whoever gave you its address: your administrator, your team, or the company in its name.',
        'Write from the email address of the account, and never send a password: nobody needs it to help you.',
        {
          list: [
            'You cannot sign in: first [reset your password](/reset). Without a mail server, only the operator can help.',
            'A payment: send the date and the amount. Card numbers never reach netbox.',
            'Your data: [your account](/dashboard/account) downloads and deletes it. [Privacy](/privacy) lists what there is; for the rest, say what you want to have, changed or removed.',
          ],
        },
      ],
    },
    {
      id: 'fault',
      title: 'A fault in netbox',
      blocks: [
        'Open an issue in the repository that netbox came from. A run is the same everywhere, so the shortest report is often enough:',
        {
          list: [
            'the share link of the run, or the seed line at the foot of its report',
            'what you saw, and what you expected',
            'for an answer of the API: its `request_id`, which also is the header `X-Request-Id`',
          ],
        },
        'A result that is not true of your real server is no fault. Tool runs are simulated; [help](/help#simulated) says what that means.',
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
        'The tools of this site run in your browser and need no server once the page is there. For everything else, [/health/ready](/health/ready) answers while the service and its database work.',
      ],
    },
  ],
}
