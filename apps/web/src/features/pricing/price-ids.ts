import type { ResponseOf } from '@netbox/contract'
import type { PriceIds } from '@netbox/product'
import { loadApi } from '../../lib/api.ts'

/** Sorts the price ids of plans as the subscription decision needs them; the free plan has no price id. */
export const priceIdsOf = ({ plans }: ResponseOf<'plans.list'>): PriceIds =>
  Object.fromEntries(
    plans
      .filter(({ id }) => id !== 'free')
      .map(({ id, price_ids: { monthly, annual } }) => [
        id,
        { monthly: monthly ?? undefined, annual: annual ?? undefined },
      ]),
  )

/** Asks the service for the price ids that are configured. */
export const loadPriceIds = async (): Promise<PriceIds> => priceIdsOf(await (await loadApi()).call('plans.list'))
