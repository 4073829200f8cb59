import type { PlanId } from './plans.ts'

/** The billing period of a subscription. Source: spec §4. */
export type BillingInterval = 'monthly' | 'annual'

/** A plan on the plan page. Prices are whole US dollars per interval. Source: spec §3. */
export type PlanCard = {
  readonly id: PlanId
  readonly name: string
  readonly price: Readonly<Record<BillingInterval, number>>
  readonly description: string
  readonly audience: string
  readonly popular: boolean
  readonly features: readonly string[]
  readonly limitations: readonly string[]
}

/** The plan cards in rising order of price, with the claims of spec §6 and the prices of spec §9. */
const planCards = [
  {
    id: 'free',
    name: 'Free',
    price: { monthly: 0, annual: 0 },
    description: 'The basic tools, free for as long as you like and without a card.',
    audience: 'For looking into one problem',
    popular: false,
    features: [
      'Basic tools with CAPTCHA',
      '10 email verifications per day',
      '10 GB migration per account',
      'Seeds, scenarios, share links',
    ],
    limitations: ['CAPTCHA on every run', 'No list upload'],
  },
  {
    id: 'pro',
    name: 'Pro',
    price: { monthly: 9, annual: 90 },
    description: 'Every tool, and lists of addresses of any length.',
    audience: 'For people who run mail and DNS',
    popular: true,
    features: [
      'All tools, including DNS Diagnostic',
      '100,000 email verifications per month',
      '20 migrations per day',
      'TXT and CSV upload',
      'No CAPTCHA',
    ],
    limitations: ['Migration to the same account only'],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    price: { monthly: 19, annual: 190 },
    description: 'Everything in Pro, plus the API and support from people.',
    audience: 'For teams with an on-call list',
    popular: false,
    features: [
      '1M+ email verifications per month',
      '100 migrations per day, cross-account',
      'API access',
      '24/7 support with SLA',
      'Account manager',
      '99.9% SLA',
    ],
    limitations: [],
  },
] as const satisfies readonly PlanCard[]

/** The contents of the plan page except the subscribe buttons. Source: spec §2, §6, §9. */
export const pricing = {
  currency: 'USD',
  intervals: ['monthly', 'annual'],
  annualBadge: 'Save 17%',
  popularBadge: 'Most Popular',
  cards: planCards,
  faq: [
    { question: 'Can I cancel anytime?', answer: 'Yes. You keep access until the billing period ends.' },
    { question: 'Is there a money-back guarantee?', answer: 'Yes, for 30 days.' },
    {
      question: 'When does a change of plan take effect?',
      answer: 'An upgrade is immediate. A downgrade takes effect at the next billing cycle.',
    },
  ],
  /** The dashboard's text about a plan's limits. */
  limitTexts: {
    free: { emails: '10 emails/day', migrations: '1 migration/day' },
    pro: { emails: '100K emails', migrations: '20/day' },
    enterprise: { emails: '1M+', migrations: '100/day' },
  },
} as const
