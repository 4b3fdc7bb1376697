import { memo, useState } from 'react'
import { formatList } from '#platform/i18n/format.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { type LeaveWords, unsavedFields } from './unsaved-fields.ts'

type UnsavedWork = Awaited<ReturnType<typeof unsavedFields.settle>>

const sayFields = ([first, ...others]: UnsavedWork['fields'], t: Translate<'platform'>) => {
  if (first === undefined) return ''
  if (others.length === 0) return t('leaveText', { field: first.label, reason: first.reason })
  const labels = [first, ...others].map(({ label }) => label)
  return t('leaveTextMany', { fields: formatList(labels) })
}

/** One form says what it is in its own words; of several, and of fields beside it, all is said together. */
const wordsFor = ({ fields, inputs }: UnsavedWork, t: Translate<'platform'>): LeaveWords => {
  const said = sayFields(fields, t)
  const [input] = inputs
  if (!input) return { title: t('leaveTitle', { count: fields.length }), text: said }
  const own = inputs.find(({ words }) => words)?.words ?? { title: t('leaveTypedTitle'), text: t('leaveTypedText') }
  return { ...own, text: [own.text, said].join(' ').trimEnd() }
}

/**
 * Leaving the screen saves what waits first, and asks once about all that would be lost: fields where that is refused, and
 * what was typed and not sent.
 */
export const UnsavedDialog = memo(() => {
  const { t } = useTranslation('platform')
  const [words, setWords] = useState<LeaveWords>({ title: '', text: '' })
  const mustAsk = async () => {
    const unsaved = await unsavedFields.settle()
    const isAny = unsaved.fields.length + unsaved.inputs.length > 0
    if (isAny) setWords(wordsFor(unsaved, t))
    return isAny
  }
  return <LeaveDialog mustAsk={mustAsk} hasUnsaved={unsavedFields.isAny} {...words} />
})
UnsavedDialog.displayName = 'UnsavedDialog'
