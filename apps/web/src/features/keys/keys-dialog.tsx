import { useModal } from '../../components/ui/use-modal.ts'
import { hideKeys } from '../../lib/palette.ts'
import { keysTexts } from '../../texts/keys.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as tableStyles from '../../components/ui/table.module.css'
import * as confirmDialog from '../../components/ui/confirm-dialog.module.css'
import * as styles from './keys-dialog.module.css'

/** Lists the keyboard shortcuts of the site. The dialog is open while it is rendered. */
export const KeysDialog = () => {
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className={`${confirmDialog.confirm} ${styles.keys}`}
      aria-label={keysTexts.title}
      onClose={hideKeys}
      onClick={({ target }) => target === dialog.current && hideKeys()}
    >
      <form method="dialog">
        <h2>{keysTexts.title}</h2>
        <table className={tableStyles.tbl}>
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
                  <kbd className={buttonStyles.kbd}>{key}</kbd>
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div>
          <button className={buttonStyles.btn}>{keysTexts.close}</button>
        </div>
      </form>
    </dialog>
  )
}
