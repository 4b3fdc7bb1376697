import { Checkbox, List, Stack, Text, TextInput } from '@mantine/core'
import type { DeskCharge } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { type PlanEffect, WriteOff, type WriteOffResult } from '@spacekeeper/contract/billing/lost-charge-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { desk, writeOffQuery } from './api.ts'
import { openCentsOfCharge } from './charges-list.tsx'
import { sumUp, useSums } from './sum-row.tsx'

const ReasonOnly = WriteOff.pick({ reason: true })

type Props = { charges: readonly DeskCharge[]; onClose: () => void; onDone: () => void }

/** Gives charges up, and asks what becomes of the plans they are of. */
export const WriteOffDialog = ({ charges, onClose, onDone }: Props) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const query = useQuery(writeOffQuery(charges.map(({ id }) => id)))
  const [first, ...others] = charges
  if (!first) return null
  const title =
    others.length === 0
      ? t('deskWriteOffTitle', { name: first.memberName, amount: money(openCentsOfCharge(first), first.currency) })
      : t('deskWriteOffManyTitle', { count: charges.length, formatted: formatNumber(charges.length) })
  return (
    <BasicDialog title={title} onClose={onClose} closeOnClickOutside={false}>
      <Page query={query}>
        {({ plans }) => <WriteOffForm charges={charges} plans={plans} onClose={onClose} onDone={onDone} />}
      </Page>
    </BasicDialog>
  )
}

/** Says what was done, and for which members nothing was. */
const useTell = () => {
  const { t } = useTranslation('billing')
  const sumWords = useSums()
  return ({ writtenOff, sums, plansEnded, skipped }: WriteOffResult) => {
    const words = { sum: sumWords(sums), count: plansEnded, formatted: formatNumber(plansEnded) }
    if (writtenOff > 0) notify.done({ text: plansEnded > 0 ? t('deskWroteOffEnded', words) : t('deskWroteOff', words) })
    const changed = skipped.filter(({ reason }) => reason === 'changed').map(({ memberName }) => memberName)
    if (changed.length > 0) notify.failed(t('deskNotWrittenOff', { names: changed.join(', ') }))
    const kept = skipped.filter(({ reason }) => reason === 'keptAtStripe').map(({ memberName }) => memberName)
    if (kept.length > 0) notify.failed(t('deskSkippedKept', { names: kept.join(', ') }))
    if (skipped.some(({ reason }) => reason === 'ownPayment')) notify.failed(t('deskSkippedOwn'))
  }
}

const WriteOffForm = ({ charges, plans, onClose, onDone }: Props & { plans: readonly PlanEffect[] }) => {
  const { t } = useTranslation('billing')
  const sumWords = useSums()
  const tell = useTell()
  const [ended, setEnded] = useState<ReadonlySet<number>>(
    () => new Set(plans.filter(({ isAccessOver }) => isAccessOver).map(({ memberId }) => memberId)),
  )
  const toggle = (id: number) =>
    setEnded(ended.has(id) ? new Set([...ended].filter((one) => one !== id)) : new Set([...ended, id]))
  const names = [...new Set(charges.map(({ memberName }) => memberName))].join(', ')
  const sum = sumWords(sumUp(charges.map((one) => ({ currency: one.currency, cents: openCentsOfCharge(one) }))))
  const isOne = charges.length === 1
  return (
    <DialogForm
      action={
        isOne
          ? t('deskWriteOff')
          : t('deskWriteOffMany', { count: charges.length, formatted: formatNumber(charges.length) })
      }
      isDangerous
      initial={{ reason: '' }}
      schema={ReasonOnly}
      submit={async ({ reason }) => {
        const seen = charges.map((one) => ({ chargeId: one.id, amountCents: openCentsOfCharge(one) }))
        tell(await desk.writeOff({ charges: seen, reason, endsPlanOf: [...ended] }))
        onDone()
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {isOne ? t('deskWriteOffText', { name: names }) : t('deskWriteOffManyText', { sum, names })}
          </Text>
          {plans.map((plan) => (
            <PlanChoice
              key={plan.memberId}
              plan={plan}
              isEnded={ended.has(plan.memberId)}
              onToggle={() => toggle(plan.memberId)}
            />
          ))}
          <TextInput {...field('reason')} label={t('deskReason')} autoComplete="off" data-autofocus />
        </>
      )}
    </DialogForm>
  )
}

type PlanChoiceProps = { plan: PlanEffect; isEnded: boolean; onToggle: () => void }

/** Whether the plan ends, with what follows of either. */
const PlanChoice = ({ plan, isEnded, onToggle }: PlanChoiceProps) => {
  const { t } = useTranslation('billing')
  const lines = useEffectLines(plan, isEnded)
  return (
    <Stack gap={4}>
      <Checkbox label={t('deskEndPlanToo', { name: plan.memberName })} checked={isEnded} onChange={onToggle} />
      <List size="sm" role="status" ml={28}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Stack>
  )
}

const useEffectLines = ({ isAccessOver, people, ifKept, ifEnded }: PlanEffect, isEnded: boolean): string[] => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const sumWords = useSums()
  if (isEnded) {
    return [
      t('deskEndedPlan'),
      ...(people > 0 ? [t('deskEndedPeople', { count: people, formatted: formatNumber(people) })] : []),
      ...(ifEnded.owed.length > 0 ? [t('deskEndedOwed', { sum: sumWords(ifEnded.owed) })] : []),
    ]
  }
  const { accessUntil, bill, nextFrom } = ifKept
  const access = () => {
    if (accessUntil === null) return t('deskKeptNoAccess')
    return t(isAccessOver ? 'deskKeptBack' : 'deskKeptAccess', { day: formatCalendarDay(accessUntil) })
  }
  const next = () => {
    if (bill) {
      return [t('deskKeptBill', { amount: money(bill.cents, bill.currency), day: formatCalendarDay(bill.dueOn) })]
    }
    return nextFrom === null ? [] : [t('deskKeptNext', { day: formatCalendarDay(nextFrom) })]
  }
  return [access(), ...next()]
}
