import Stripe from 'stripe'

const stripe = new Stripe('sk_test_key')
const { email } = await stripe.customers.create({ email: 'ana@shop.example' })
console.log(email)
