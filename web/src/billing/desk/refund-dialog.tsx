import { Stack, Text } from '@mantine/core'
import type { RefundPreview } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { Page } from '#platform/ui/page.tsx'
import { refundQuery, type RefundTarget } from './api.ts'
import { type RefundEffectProps, RefundForm } from './refund-form.tsx'

type Props = { target: RefundTarget; onClose: () => void }

/** Gives money of a payment or a charge back to its member through Stripe, or books that it went back, after saying what follows. */
export const PaymentRefundDialog = ({ target, onClose }: Props) => {
  const { t } = useTranslation('billing')
  const query = useQuery(refundQuery(target))
  const name = query.data?.memberName ?? ''
  return (
    <BasicDialog title={t('deskRefundTitle', { name })} onClose={onClose} closeOnClickOutside={false}>
      <Page query={query}>
        {(whole) =>
          whole.mostCents === 0 ? (
            <NothingLeft whole={whole} />
          ) : (
            <RefundForm target={target} whole={whole} onClose={onClose} effect={Effect} />
          )
        }
      </Page>
    </BasicDialog>
  )
}

const NothingLeft = ({ whole: { waitingCents, currency } }: { whole: RefundPreview }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  if (waitingCents === 0) return <Text>{t('deskRefundNothing')}</Text>
  return <Text>{t('deskRefundWaits', { amount: money(waitingCents, currency) })}</Text>
}

/** What the server says would follow: of charges, of access and of the plan. */
const Effect = ({ target, amountCents, keepsAccess }: RefundEffectProps) => {
  const { data, isPlaceholderData } = useQuery(
    refundQuery({ ...target, amountCents, keepsAccess: String(keepsAccess) }),
  )
  if (!data) return null
  return (
    <Stack gap={4} role="status" style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      <MoneyEffect preview={data} />
      <AccessEffect preview={data} />
    </Stack>
  )
}

const MoneyEffect = ({ preview }: { preview: RefundPreview }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { currency, creditCents, charges } = preview
  return (
    <>
      {creditCents > 0 ? (
        <Text size="sm">{t('deskRefundCredit', { amount: money(creditCents, currency) })}</Text>
      ) : null}
      {charges.map(({ chargeId, description, from, to, cents, isWhole, isOpen }) => {
        const what =
          from === null || to === null
            ? description
            : t('deskRefundPeriod', { what: description, from: formatCalendarDay(from), to: formatCalendarDay(to) })
        const word = isOpen ? 'deskRefundOpen' : isWhole ? 'deskRefundWhole' : 'deskRefundPart'
        return (
          <Text size="sm" key={chargeId}>
            {t(word, { what, amount: money(cents, currency) })}
          </Text>
        )
      })}
    </>
  )
}

const AccessEffect = ({ preview }: { preview: RefundPreview }) => {
  const { t } = useTranslation('billing')
  const { memberName: name, lostDays, endsAccessToday, people, nextFrom } = preview
  if (lostDays.length === 0) return <Text size="sm">{t('deskRefundSame', { name })}</Text>
  return (
    <>
      {lostDays.map(({ from, to }) => (
        <Text size="sm" fw={600} key={from}>
          {t('deskRefundLost', { name, from: formatCalendarDay(from), to: formatCalendarDay(to) })}
        </Text>
      ))}
      {endsAccessToday ? <Text size="sm">{t('deskRefundNow', { name })}</Text> : null}
      {people > 0 ? (
        <Text size="sm">{t('deskRefundPeople', { count: people, formatted: formatNumber(people) })}</Text>
      ) : null}
      {nextFrom === null ? null : <Text size="sm">{t('deskRefundNext', { day: formatCalendarDay(nextFrom) })}</Text>}
    </>
  )
}
