import { Text } from '@mantine/core'
import type { DeskCharge, TickResult } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { useState } from 'react'
import { z } from 'zod'
import { newKey } from '#platform/api/idempotency-key.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { desk } from './api.ts'
import { ArrivalField, typedArrival, useNewArrival } from './arrival-field.tsx'
import { openCentsOfCharge } from './charges-list.tsx'
import { sumUp, useSums } from './sum-row.tsx'

const TypedTick = z.object(typedArrival)

type Props = { charges: readonly DeskCharge[]; onClose: () => void; onDone: () => void }

/** Books what is open of some charges as paid, after saying what they come to. */
export const TickDialog = ({ charges, onClose, onDone }: Props) => {
  const { t } = useTranslation('billing')
  const newArrival = useNewArrival(charges.map(({ collector }) => collector))
  const sumWords = useSums()
  const [keys] = useState(() => new Map(charges.map(({ id }) => [id, newKey()])))
  const sum = sumWords(
    sumUp(charges.map((charge) => ({ currency: charge.currency, cents: openCentsOfCharge(charge) }))),
  )
  const words = { count: charges.length, formatted: formatNumber(charges.length) }
  const names = [...new Set(charges.map(({ memberName }) => memberName))].join(', ')
  const tell = ({ booked, sums, skipped }: TickResult) => {
    if (booked > 0) {
      notify.done({
        text: t('deskTicked', { count: booked, formatted: formatNumber(booked), sum: sumWords(sums) }),
      })
    }
    const changed = skipped.filter(({ reason }) => reason === 'changed').map(({ memberName }) => memberName)
    if (changed.length > 0) notify.failed(t('deskSkippedChanged', { names: changed.join(', ') }))
    const kept = skipped.filter(({ reason }) => reason === 'keptAtStripe').map(({ memberName }) => memberName)
    if (kept.length > 0) notify.failed(t('deskSkippedKept', { names: kept.join(', ') }))
    if (skipped.some(({ reason }) => reason === 'ownPayment')) notify.failed(t('deskSkippedOwn'))
  }
  return (
    <FormDialog
      title={t('deskTickTitle', words)}
      action={t('deskTickMany', words)}
      initial={newArrival}
      schema={TypedTick}
      submit={async (arrived) => {
        const ticked = charges.map((charge) => ({
          chargeId: charge.id,
          amountCents: openCentsOfCharge(charge),
          idempotencyKey: keys.get(charge.id) ?? '',
        }))
        tell(await desk.tickOff({ ...arrived, charges: ticked }))
        onDone()
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('deskTickSum', { sum, names })}
          </Text>
          <ArrivalField field={field} />
        </>
      )}
    </FormDialog>
  )
}
