import { useState } from 'react'
import { LeaveQuestion } from '#platform/form/leave-question.tsx'
import { useTypedValues } from '#platform/form/typed-values.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'

/**
 * For a dialog: Escape, its cross and a click beside it ask before what was typed in it is lost. `dialog` goes on it,
 * `question` into it.
 */
export const useAskedClose = (onClose: () => void, { isSending = false } = {}) => {
  const { t } = useTranslation('platform')
  const { isChanged, ...typed } = useTypedValues({ isSending })
  const [isAsked, setAsked] = useState(false)
  const discard = () => {
    setAsked(false)
    onClose()
  }
  return {
    dialog: {
      ...typed,
      onClose: () => (isChanged() ? setAsked(true) : onClose()),
      // The same key closes the question.
      closeOnEscape: !isAsked,
    },
    // There only while it is asked: what listens already when Escape is pressed would take that for its own.
    question: isAsked ? (
      <LeaveQuestion
        opened
        title={t('discardTitle')}
        text={t('discardText')}
        goLabel={t('discardGo')}
        onStay={() => setAsked(false)}
        onGo={discard}
      />
    ) : null,
  }
}
