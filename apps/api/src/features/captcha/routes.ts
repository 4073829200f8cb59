import type { Routes } from '../../http/handler.ts'
import type { Captcha } from './captcha.ts'

/** Makes the route of challenges. */
export const captchaRoutes = ({ captcha }: { readonly captcha: Pick<Captcha, 'challenge'> }) =>
  ({
    'captcha.challenge': ({ state: { query } }) => captcha.challenge(query.purpose),
  }) satisfies Routes
