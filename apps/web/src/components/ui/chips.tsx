import { badges } from '@netbox/core'

/** Short marks beside a name, such as what a tool asks for before it runs. Signed-in users see no Login badge. */
export const Chips = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name) => (
    <span key={name} className={name === badges.login ? 'chip for-visitors' : 'chip'}>
      {name}
    </span>
  ))
