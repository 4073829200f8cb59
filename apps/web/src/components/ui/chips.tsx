/** Short marks next to a name, such as the requirements of a tool. */
export const Chips = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name) => (
    <span key={name} className="chip">
      {name}
    </span>
  ))
