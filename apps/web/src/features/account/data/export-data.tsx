import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { DownloadGlyph } from '../../../components/ui/glyphs/action-glyphs.tsx'
import { accountNotice } from '../../../lib/failure.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useAction } from '../../../lib/use-action.ts'
import { accountTexts } from '../../../texts/account.ts'
import * as buttonStyles from '../../../components/ui/button.module.css'
import * as accountStyles from '../account.module.css'

const { data: texts } = accountTexts

/** Saves all stored data of the user as a file. */
export const ExportData = () => {
  const { isBusy, problem, perform } = useAction()
  const save = async (): Promise<void> => {
    const everything = await perform(async (client) => client.call('account.export'), {
      onSuccess: texts.exported,
      onFailure: accountNotice(texts.exportFailed),
    })
    if (everything === undefined) return
    const name = texts.file(everything.exported_at.slice(0, 10))
    saveFile(name, `${JSON.stringify(everything, undefined, 2)}\n`, 'application/json')
  }
  return (
    <div className={accountStyles.accData}>
      <h3>{texts.exportTitle}</h3>
      <p className="sm muted">{texts.exportText}</p>
      <FormAlert notice={problem} />
      <button type="button" className={`${buttonStyles.btn} sm`} aria-disabled={isBusy} onClick={() => void save()}>
        <DownloadGlyph />
        {isBusy ? texts.exporting : texts.export}
      </button>
    </div>
  )
}
