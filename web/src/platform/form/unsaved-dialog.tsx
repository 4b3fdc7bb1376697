import i18next from 'i18next' // oxlint-disable-line eslint/no-restricted-imports -- the language, no words
import { memo, useState } from 'react'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { unsavedFields } from './unsaved-fields.ts'

type FieldRefusal = { label: string; reason: string }

const sayUnsaved = ([first, ...others]: FieldRefusal[], t: Translate<'platform'>) => {
  if (first === undefined) return ''
  if (others.length === 0) return t('leaveText', { field: first.label, reason: first.reason })
  const labels = [first, ...others].map(({ label }) => label)
  return t('leaveTextMany', { fields: new Intl.ListFormat(i18next.language).format(labels) })
}

/** Leaving the screen saves what waits first, and asks once, with all their names, about the fields where that is refused. */
export const UnsavedDialog = memo(() => {
  const { t } = useTranslation('platform')
  const [left, setLeft] = useState<FieldRefusal[]>([])
  const mustAsk = async () => {
    const unsaved = await unsavedFields.settle()
    setLeft(unsaved)
    return unsaved.length > 0
  }
  return (
    <LeaveDialog
      mustAsk={mustAsk}
      hasUnsaved={unsavedFields.isAny}
      title={t('leaveTitle', { count: left.length })}
      text={sayUnsaved(left, t)}
    />
  )
})
UnsavedDialog.displayName = 'UnsavedDialog'
