import { useModal } from '../../components/ui/use-modal.ts'
import { hideKeys } from '../../lib/palette.ts'
import { keysTexts } from '../../texts/keys.ts'
import '../../styles/tables.css'
import '../../components/ui/confirm-dialog.css'
import './keys-dialog.css'

/** Lists the keyboard shortcuts of the site. It is open while it is rendered. */
export const KeysDialog = () => {
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className="confirm keys"
      aria-label={keysTexts.title}
      onClose={hideKeys}
      onClick={({ target }) => target === dialog.current && hideKeys()}
    >
      <form method="dialog">
        <h2>{keysTexts.title}</h2>
        <table className="tbl">
          <thead>
            <tr>
              {keysTexts.head.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {keysTexts.keys.map(([key, does]) => (
              <tr key={key}>
                <th scope="row">
                  <kbd className="kbd">{key}</kbd>
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div>
          <button className="btn">{keysTexts.close}</button>
        </div>
      </form>
    </dialog>
  )
}
