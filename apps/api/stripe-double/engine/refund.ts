import { makeRefund } from '../objects/payment.ts'
import type { Charge, Refund } from '../objects/types.ts'
import { refuse } from '../wire/refusal.ts'
import type { World } from '../world.ts'

/** Gives money back, all that is left of it unless an amount is named. */
export const refund = (world: World, charge: Charge, amount: number | undefined, reason: string | null): Refund => {
  const left = charge.amount - charge.amount_refunded
  if (!charge.paid || left === 0)
    throw refuse(400, { code: 'charge_already_refunded', message: `Charge ${charge.id} has already been refunded.` })
  const given = amount ?? left
  if (given < 1 || given > left)
    throw refuse(400, {
      message: `Refund amount (${given}) is greater than unrefunded amount on charge (${left})`,
      param: 'amount',
    })
  const made = makeRefund(world, charge, given, reason)
  world.tables.refunds[made.id] = made
  charge.amount_refunded += given
  charge.refunded = charge.amount_refunded === charge.amount
  world.emit('refund.created', made)
  world.emit('charge.refunded', charge)
  return made
}
