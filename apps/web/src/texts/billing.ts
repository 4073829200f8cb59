import { planName, type PlanId } from '@netbox/core'
import type { Notice } from '@netbox/product'

/** The texts around payment. Texts that the spec quotes are in `@netbox/product`. */
export const billingTexts = {
  manage: 'Manage subscription',
  manageBusy: 'Opening...',
  manageHint: 'Change or cancel it, change the card, see invoices. Opens in a new tab.',
  onPlan: (plan: PlanId): string => `You are on the ${planName(plan)} plan.`,
  lookAgain: 'Check again',
} as const

/** The texts about payments. */
export const billingNotices = {
  notOpened: (message: string): Notice => ({
    title: 'The subscription could not be opened',
    message: message || 'Please try again.',
  }),
  /** A plan that an admin granted has no subscription. */
  nothingToManage: {
    title: 'There is no subscription to manage',
    message: 'You don’t pay for your plan: an admin gave it to you.',
  },
  paid: (plan: PlanId): Notice => ({
    title: `You are on the ${planName(plan)} plan`,
    message: 'Thank you. You can now use everything in your plan, in your other tabs too.',
  }),
  waiting: {
    title: 'Your payment is being confirmed',
    message: 'Your plan changes here automatically after the confirmation.',
  },
  late: {
    title: 'Your payment is not confirmed yet',
    message:
      'This can take some minutes. You don’t need to pay again: the plan changes as soon as the payment is confirmed.',
  },
  canceled: {
    title: 'Nothing was bought',
    message: 'You left before paying, so your plan stays the same and you owe nothing.',
  },
} as const satisfies Record<string, Notice | ((...parts: never[]) => Notice)>

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
