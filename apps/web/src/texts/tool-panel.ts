import { showLimit, type Usage } from '@netbox/core'
import { labels } from '@netbox/product'

/** The words of the category and tool pages in the dashboard; those of the spec come from core. */
export const toolPanelTexts = {
  about: {
    network: 'Whether an address answers, which way leads to it, and who holds it.',
    dns: 'What the records of a domain say, who vouches for them, and how far a change has come.',
    email: 'Whether mail of a domain arrives, who may send it, and which way a message took.',
    security: 'What a site shows of its certificate and of the headers it protects its visitors with.',
    monitoring: 'Whether your services are up, and who is told when they are not.',
  },
  tools: (count: number): string => `${count} ${count === 1 ? 'tool' : 'tools'}`,
  tabs: 'Tools of this category',
  features: 'What it looks at',
  usage: ({ dailyUsed, dailyLimit, remaining }: Usage): string => {
    if (dailyLimit === 0) return 'Today: not on your plan'
    if (dailyLimit < 0) return `Today: ${dailyUsed} of ${showLimit(dailyLimit)} used`
    return `Today: ${dailyUsed} of ${dailyLimit} used, ${remaining} left`
  },
  progress: (progress: number): string => `${labels.analyzing} ${progress} %`,
  stop: 'Stop',
  took: (ms: number): string => `in ${(ms / 1000).toFixed(1)} s`,
  result: 'Result',
  copyJson: 'Copy JSON',
  simulatedValidation: 'This is the simulated tool: it judges an address by its form and asks nobody.',
  realValidation: 'Verify addresses for real',
  simulatedMigration: 'This is the simulated tool: it makes a plan up and moves nothing.',
  realMigration: 'Request a migration',
  readOnly: 'You are viewing as somebody else, so nothing runs here.',
  verifications: 'Your verified addresses',
  backTo: (category: string): string => `Back to ${category}`,
} as const
