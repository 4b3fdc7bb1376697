import i18next from 'i18next'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveDialog } from './leave-dialog.tsx'
import { unsavedFields } from './unsaved-fields.ts'

/** Leaving the screen saves what waits first, and asks once, with all their names, about the fields where that is refused. */
export const UnsavedDialog = memo(() => {
  const { t } = useTranslation('platform')
  const [left, setLeft] = useState<{ label: string; reason: string }[]>([])
  const mustAsk = async () => {
    const unsaved = await unsavedFields.settle()
    setLeft(unsaved)
    return unsaved.length > 0
  }
  const [first] = left
  return (
    <LeaveDialog
      mustAsk={mustAsk}
      hasUnsaved={unsavedFields.isAny}
      title={t('leaveTitle', { count: left.length })}
      text={
        left.length === 1 && first
          ? t('leaveText', { field: first.label, reason: first.reason })
          : t('leaveTextMany', { fields: new Intl.ListFormat(i18next.language).format(left.map(({ label }) => label)) })
      }
    />
  )
})
UnsavedDialog.displayName = 'UnsavedDialog'
