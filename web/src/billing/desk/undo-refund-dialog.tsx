import { Button } from '@mantine/core'
import type { BookedPayment } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { desk } from './api.ts'
import { ReasonDialog } from './settle-dialog.tsx'

/** Undoes a refund, or credit given back, that staff booked by mistake. */
export const UndoRefundButton = ({ payment }: { payment: BookedPayment }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const [isAsked, setAsked] = useState(false)
  const { id: paymentId, memberName: name, amountCents, currency, canUndo } = payment
  if (!canUndo) return null
  const words = { name, amount: money(-amountCents, currency) }
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => setAsked(true)}
        aria-label={t('deskUndoRefundOf', words)}
      >
        {t('deskUndoRefund')}
      </Button>
      {isAsked ? (
        <ReasonDialog
          title={t('deskUndoRefundTitle', words)}
          text={t('deskUndoRefundText', words)}
          action={t('deskUndoRefund')}
          done={t('deskUndoneRefund')}
          run={(reason) => desk.undoRefund({ paymentId, reason })}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  )
}
