import { showLimit, type Usage } from '@netbox/core'
import { labels } from '@netbox/product'

/** The texts of the category and tool pages in the dashboard. Texts that the spec quotes are in `@netbox/product`. */
export const toolPanelTexts = {
  about: {
    network: 'Does an address answer, what is the route, and who owns it?',
    dns: 'The records of a domain, its DNSSEC chain, and the progress of a change.',
    email: 'Does mail arrive, who may send it, and which route did a message take?',
    security: 'The certificate of a site and its security headers.',
    monitoring: 'Uptime of your services, and alerts.',
  },
  tools: (count: number): string => `${count} ${count === 1 ? 'tool' : 'tools'}`,
  tabs: 'Tools of this category',
  features: 'What it looks at',
  usage: ({ dailyUsed, dailyLimit, remaining }: Usage): string => {
    if (dailyLimit === 0) return 'Today: not on your plan'
    const runs = `Today: ${dailyUsed} of at most ${showLimit(dailyLimit)} runs`
    return dailyLimit < 0 ? runs : `${runs}, ${remaining} remaining`
  },
  progress: (progress: number): string => `${labels.analyzing} ${progress} %`,
  open: 'Open',
  stop: 'Stop',
  took: (time: string): string => `in ${time}`,
  result: 'Result',
  copyJson: 'Copy JSON',
  downloadJson: 'Download JSON',
  simulatedValidation: 'This is the simulated tool. It contacts no mail server.',
  realValidation: 'Verify addresses for real',
  simulatedMigration: 'This is the simulated tool. It moves nothing.',
  realMigration: 'Request a migration',
  readOnly: 'You are viewing as another user, so you can’t run tools.',
  verifications: 'Your verified addresses',
  backTo: (category: string): string => `Back to ${category}`,
} as const
