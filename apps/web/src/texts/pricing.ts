/** The plan page's own texts; names, prices, features and errors come from `@netbox/core` and `@netbox/product`. */
export const pricingTexts = {
  title: ['Free until you need', 'more of it'],
  interval: 'Billing interval',
  summaries: 'What changes between plans',
  forGood: 'for good',
  noCard: 'no card',
  aMonth: 'a month',
  aYear: 'a year',
  monthlyOf: (amount: string) => `${amount} a month`,
  cancelAnytime: 'cancel anytime',
  yourPlan: 'Your plan',
  included: 'Included in your plan',
  features: (plan: string) => `Included in ${plan}`,
  limits: 'All daily limits, tool by tool',
  whatPlansHold: 'What each plan holds',
  questions: 'Before you pay',
} as const
