import type { Stripe } from 'stripe'

type Decimals = { readonly toFixed: unknown; readonly isZero?: unknown }

/** An object of the API as it goes over the wire: the library's own type, with decimals as text. Changed in place by the double. */
export type Wire<Value> = Value extends string | number | boolean | null | undefined | void
  ? Value
  : Value extends Decimals
    ? string
    : Value extends readonly (infer Element)[]
      ? Wire<Element>[]
      : { -readonly [Key in keyof Value]: Wire<Value[Key]> }

/** An object in which some references are ids: nothing is stored expanded. */
type Plain<Value, References extends keyof Value> = Omit<Wire<Value>, References> & {
  -readonly [Key in References]: Extract<Value[Key], string | null>
}

export type Customer = Wire<Stripe.Customer>
export type Product = Wire<Stripe.Product>
export type Price = Plain<Stripe.Price, 'product'>
export type Session = Plain<Stripe.Checkout.Session, 'customer' | 'subscription' | 'invoice'>
export type Invoice = Plain<Stripe.Invoice, 'customer'>
export type Schedule = Plain<Stripe.SubscriptionSchedule, 'customer' | 'subscription'>
export type Charge = Plain<Stripe.Charge, 'customer' | 'payment_intent'>
export type PaymentIntent = Plain<Stripe.PaymentIntent, 'customer' | 'latest_charge'>
export type InvoicePayment = Plain<Stripe.InvoicePayment, 'invoice'>
export type Refund = Plain<Stripe.Refund, 'charge' | 'payment_intent'>
export type PaymentMethod = Plain<Stripe.PaymentMethod, 'customer'>
export type PortalSession = Plain<Stripe.BillingPortal.Session, 'configuration'>
export type PortalConfiguration = Wire<Stripe.BillingPortal.Configuration>
export type WebhookEndpoint = Wire<Stripe.WebhookEndpoint>
export type TestClock = Wire<Stripe.TestHelpers.TestClock>

/** An item of a subscription: its price is always whole. */
export type Item = Omit<Wire<Stripe.SubscriptionItem>, 'price'> & { price: Price }

export type Subscription = Omit<
  Plain<Stripe.Subscription, 'customer' | 'latest_invoice' | 'schedule' | 'default_payment_method' | 'test_clock'>,
  'items'
> & { items: { object: 'list'; data: Item[]; has_more: boolean; url: string } }

/** An event. What it is about is a copy of that moment. */
export interface Event {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}
