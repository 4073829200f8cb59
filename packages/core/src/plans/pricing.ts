import { type Allowances, allowances, promisedAmount, shortNumber } from './allowances.ts'
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

/** A claim of a plan's card, and the allowance that it promises, if it is about one. */
export interface PlanClaim {
  readonly text: string
  readonly allowance?: keyof Allowances
}

const { free, pro, enterprise } = allowances

const emailClaim = ({ emails }: Allowances): PlanClaim => ({
  text: `${promisedAmount(emails)} email verifications per ${emails.per}`,
  allowance: 'emails',
})

const migrationClaim = (text: string): PlanClaim => ({ text, allowance: 'migrations' })

/** The claims of the plans. Source: spec §6. */
const claims: Readonly<Record<PlanId, readonly PlanClaim[]>> = {
  free: [
    { text: 'Basic tools with CAPTCHA' },
    emailClaim(free),
    migrationClaim(`${free.migrations.gigabytes} GB migration per account`),
    { text: 'Seeds, scenarios, share links' },
  ],
  pro: [
    { text: 'All tools, including DNS Diagnostic' },
    emailClaim(pro),
    migrationClaim(`${pro.migrations.amount} migrations per day`),
    { text: 'TXT and CSV upload' },
    { text: 'No CAPTCHA' },
  ],
  enterprise: [
    emailClaim(enterprise),
    migrationClaim(`${enterprise.migrations.amount} migrations per day, ${enterprise.migrations.accounts}`),
    { text: 'API access' },
    { text: '24/7 support with SLA' },
    { text: 'Account manager' },
    { text: '99.9% SLA' },
  ],
}

const featuresOf = (plan: PlanId): string[] => claims[plan].map(({ text }) => text)

/** The plan cards in rising order of price, with the prices of spec §9. */
const planCards = [
  {
    id: 'free',
    name: 'Free',
    price: { monthly: 0, annual: 0 },
    description: 'The basic tools, free for as long as you like and without a card.',
    audience: 'For looking into one problem',
    popular: false,
    features: featuresOf('free'),
    limitations: ['CAPTCHA on every run', 'No list upload'],
  },
  {
    id: 'pro',
    name: 'Pro',
    price: { monthly: 9, annual: 90 },
    description: 'Every tool, and lists of addresses of any length.',
    audience: 'For people who run mail and DNS',
    popular: true,
    features: featuresOf('pro'),
    limitations: ['Migration to the same account only'],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    price: { monthly: 19, annual: 190 },
    description: 'Everything in Pro, plus the API and support from people.',
    audience: 'For teams with an on-call list',
    popular: false,
    features: featuresOf('enterprise'),
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
  claims,
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
    free: { emails: `${free.emails.amount} emails/day`, migrations: `${free.migrations.amount} migration/day` },
    pro: { emails: `${shortNumber(pro.emails.amount)} emails`, migrations: `${pro.migrations.amount}/day` },
    enterprise: { emails: promisedAmount(enterprise.emails), migrations: `${enterprise.migrations.amount}/day` },
  },
} as const
