import { useAddress } from '../../lib/address.ts'
import { homeTexts } from '../../texts/home.ts'
import * as hero from '../../components/ui/hero.module.css'

/** Greets visitors with their IP address. */
export const Greeting = () => (
  <p className={hero.greet}>
    {homeTexts.greeting} <b>{useAddress()}</b>
  </p>
)
