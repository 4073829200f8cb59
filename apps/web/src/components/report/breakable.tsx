/** Shows a name that may wrap only after a dot, an at sign or a slash. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[\w][.@/])(?=\w{3})/).map((piece, at) => (
    // The pieces of one name have no key except their order.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={at}>
      {at === 0 ? null : <wbr />}
      {piece}
    </span>
  ))
