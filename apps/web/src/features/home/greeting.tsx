import { useAddress } from '../../lib/address.ts'
import { homeTexts } from '../../texts/home.ts'

/** Greets the visitor by their address. */
export const Greeting = () => (
  <p className="greet">
    {homeTexts.greeting} <b>{useAddress()}</b>
  </p>
)
