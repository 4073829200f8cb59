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
